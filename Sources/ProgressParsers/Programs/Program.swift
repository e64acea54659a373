/// A way of saying how far it is.
package enum Program: String, CaseIterable, Sendable {
    case auto, restic, rclone, borg, rsync, git, apt, ninja, percent, none

    /// By the name of the command.
    package init?(command: String) {
        switch command.split(separator: "/").last {
        case "restic": self = .restic
        case "rclone": self = .rclone
        case "borg": self = .borg
        case "rsync": self = .rsync
        case "git": self = .git
        case "apt", "apt-get": self = .apt
        case "ninja", "samu": self = .ninja
        default: return nil
        }
    }

    /// By a line of output that no other program writes.
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
        } else if NinjaParser().read(line, isFinished: true) != nil {
            self = .ninja
        } else {
            return nil
        }
    }

    /// For a command and its arguments.
    package func parser(for arguments: [String]) -> any OutputParser {
        switch self {
        case .auto:
            arguments.first.flatMap(Program.init(command:))?.parser(for: arguments) ?? AutoParser(arguments: arguments)
        case .restic: ResticParser()
        case .rclone: RcloneParser()
        case .borg: BorgParser()
        case .rsync: RsyncParser(isWhole: arguments.contains { $0.contains("progress2") })
        case .git: GitParser()
        case .apt: AptParser(installs: Self.installs(arguments))
        case .ninja: NinjaParser()
        case .percent: CountParser(wantsEvidence: false)
        case .none: SilentParser()
        }
    }

    private static func installs(_ arguments: [String]) -> Bool {
        let downloads: Set = ["download", "update", "source", "-d", "--download-only", "clean", "changelog"]
        return !arguments.contains { downloads.contains($0) }
    }
}
