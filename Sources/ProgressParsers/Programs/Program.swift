/// A program, or another way to show progress in output.
package enum Program: String, CaseIterable, Sendable {
    case auto, restic, rclone, borg, rsync, git, apt, ninja, curl, wget, aria2, dd, ffmpeg
    case sevenZip = "7z"
    case zip, zstd, pip, pytest, percent, none

    /// Recognizes a command line by its first word after `sudo` and such, or by the Python module: `python3 -m pip`.
    package init?(commandLine words: [String]) {
        let ownWords = Self.unwrapped(words[...])
        guard let command = ownWords.first else { return nil }
        let name = command.split(separator: "/").last ?? ""
        if name.hasPrefix("python"), let option = ownWords.firstIndex(of: "-m"), option + 1 < words.endIndex {
            self.init(command: words[option + 1])
        } else {
            self.init(command: command)
        }
        // Only the first word gets the option with which apt says how far it is.
        if self == .apt, ownWords.count < words.count { return nil }
    }

    /// Without `sudo -u root`, `env A=b`, `nice -n 10` or `timeout 5m` before the command.
    private static func unwrapped(_ words: ArraySlice<String>) -> ArraySlice<String> {
        let wrappers: Set = ["sudo", "doas", "env", "nice", "ionice", "nohup", "stdbuf", "time", "timeout"]
        guard let name = words.first?.split(separator: "/").last, wrappers.contains(String(name)) else { return words }
        var rest = words.dropFirst()
        while let word = rest.first, word.hasPrefix("-") || word.contains("=") || word.first?.isNumber == true {
            rest = rest.dropFirst(["-u", "-g"].contains(word) ? 2 : 1)
        }
        return unwrapped(rest)
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

    /// Recognizes a line of output that no other program writes; a line of ninja is none.
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
        } else if scanner.skip("ffmpeg version ") || scanner.skip("Input #0, ") {
            self = .ffmpeg
        } else if scanner.skip("  % Total    % Received") {
            self = .curl
        } else if ZipParser().read(line, isFinished: true) != nil {
            self = .zip
        } else {
            return nil
        }
    }

    /// The parser for a command and its arguments.
    package func parser(for arguments: [String]) -> any OutputParser {
        switch self {
        case .auto: Self.automatic(arguments)
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

    private static func automatic(_ arguments: [String]) -> any OutputParser {
        guard let program = Program(commandLine: arguments), !program.hasOtherForms else {
            return AutoParser(arguments: arguments, named: Program(commandLine: arguments))
        }
        return program.parser(for: arguments)
    }

    /// Whether other commands and versions of it show their progress in forms that its parser does not know.
    ///
    /// Other numbers of other programs are none of the whole, such as those of rsync for each file, or of a test.
    private var hasOtherForms: Bool { [.rclone, .borg, .git, .ninja, .wget, .pip].contains(self) }

    private static func installs(_ arguments: [String]) -> Bool {
        let downloads: Set = ["download", "update", "source", "-d", "--download-only", "clean", "changelog"]
        return !arguments.contains { downloads.contains($0) }
    }
}
