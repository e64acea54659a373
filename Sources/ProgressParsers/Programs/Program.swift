/// A program, or another way to show progress in output.
package enum Program: String, CaseIterable, Sendable {
    case auto, restic, rclone, borg, rsync, git, apt, ninja, curl, wget, aria2, dd, ffmpeg
    case sevenZip = "7z"
    case zip, zstd, pip, pytest, percent, none

    /// Recognizes a command line by its first word, or by the Python module: `python3 -m pip`.
    package init?(commandLine words: [String]) {
        guard let command = words.first else { return nil }
        let name = command.split(separator: "/").last ?? ""
        if name.hasPrefix("python"), let option = words.firstIndex(of: "-m"), option + 1 < words.count {
            self.init(command: words[option + 1])
        } else {
            self.init(command: command)
        }
    }

    /// Recognizes a command by its name.
    package init?(command: String) {
        switch command.split(separator: "/").last {
        case "restic": self = .restic
        case "rclone": self = .rclone
        case "borg": self = .borg
        case "rsync": self = .rsync
        case "git": self = .git
        case "apt", "apt-get": self = .apt
        case "ninja", "samu": self = .ninja
        case "curl": self = .curl
        case "dd": self = .dd
        case "ffmpeg": self = .ffmpeg
        case "7z", "7za", "7zr", "7zz": self = .sevenZip
        case "zip": self = .zip
        case "zstd", "zstdmt", "unzstd": self = .zstd
        case "wget": self = .wget
        case "aria2c": self = .aria2
        case "pip", "pip3": self = .pip
        case "pytest", "py.test": self = .pytest
        default: return nil
        }
    }

    /// Recognizes a line of output that no other program writes.
    init?(speaking line: ArraySlice<UInt8>) {
        var scanner = Scanner(line)
        if scanner.skip("{\"message_type\":\"status\"") {
            self = .restic
        } else if scanner.skip("{\"level\":"), RcloneParser().read(line, isFinished: true) != nil {
            self = .rclone
        } else if scanner.skip("{\"original_size\": ") || scanner.skip("{\"message\": ") {
            var parser = BorgParser()
            guard parser.read(line, isFinished: true) != nil else { return nil }
            self = .borg
        } else if scanner.skip("dlstatus:") || scanner.skip("pmstatus:") {
            self = .apt
        } else if scanner.skip("remote: ") || scanner.skip("Receiving objects:") || scanner.skip("Counting objects:") {
            self = .git
        } else if scanner.skip("ffmpeg version ") {
            self = .ffmpeg
        } else if ZipParser().read(line, isFinished: true) != nil {
            self = .zip
        } else if NinjaParser().read(line, isFinished: true) != nil {
            self = .ninja
        } else {
            return nil
        }
    }

    /// The parser for a command and its arguments.
    package func parser(for arguments: [String]) -> any OutputParser {
        switch self {
        case .auto:
            Program(commandLine: arguments)?.parser(for: arguments) ?? AutoParser(arguments: arguments)
        case .restic: ResticParser()
        case .rclone: RcloneParser()
        case .borg: BorgParser()
        case .rsync: RsyncParser(isWhole: arguments.contains { $0.contains("progress2") })
        case .git: GitParser()
        case .apt: AptParser(installs: Self.installs(arguments))
        case .ninja: NinjaParser()
        case .curl: CurlParser()
        case .dd: DdParser(arguments: arguments)
        case .ffmpeg: FfmpegParser(arguments: arguments)
        case .sevenZip: SevenZipParser()
        case .zip: ZipParser()
        case .zstd: ZstdParser()
        case .wget: WgetParser()
        case .aria2: Aria2Parser()
        case .pip: PipParser()
        case .pytest: PytestParser()
        case .percent: CountParser(wantsEvidence: false)
        case .none: SilentParser()
        }
    }

    private static func installs(_ arguments: [String]) -> Bool {
        let downloads: Set = ["download", "update", "source", "-d", "--download-only", "clean", "changelog"]
        return !arguments.contains { downloads.contains($0) }
    }
}
