import Glibc
import ProgressParsers

/// The command to start for the words of a command line, and the way to read its output.
struct CommandPlan {
    private let words: [String]
    private let program: Program
    private let caught: [Int32]
    private let tty: TerminalRequest?
    private let keepsTerminal: Bool

    /// - Parameters:
    ///   - words: at least one; the last ones of our command line.
    ///   - caught: the signals that have handlers here.
    ///   - keepsTerminal: whether it is in the foreground of the terminal that is our standard input.
    init(_ words: [String], _ program: Program, caught: [Int32], tty: TerminalRequest?, keepsTerminal: Bool) {
        self.words = words
        self.program = program
        self.caught = caught
        self.tty = tty
        self.keepsTerminal = keepsTerminal
    }

    /// Starts it, before anything that has to do with reporting.
    consuming func start() throws(RunFailure) -> (ChildProcess, CommandOutput) {
        let parser = program.parser(for: words)
        var texts = ChildEnvironment.words(last: words.count)
        // The progress of the command claims the reservation, which can be claimed only once.
        var changes: [String: String?] = ["PROGRESSD_RESERVATION": nil]
        // Python buffers its output if that is a pipe.
        let isPytest = program == .pytest || (program == .auto && Program(commandLine: words) == .pytest)
        if isPytest, Environment["PYTHONUNBUFFERED"] == nil { changes["PYTHONUNBUFFERED"] = "1" }
        let argo = program == .none ? nil : ArgoFile()
        if let argo, argo.isOurs { changes[ArgoFile.variable] = argo.path }
        var (streams, given) =
            program == .none && tty == nil ? (ChildStreams.inherited, []) : try ChildStreams.make(tty)
        // Programs draw nothing on a terminal whose abilities are unknown.
        if tty != nil, ["dumb", nil].contains(Environment["TERM"]) { changes["TERM"] = "xterm-256color" }
        let status = speaksOfItsStatus ? try Descriptor.pipe() : nil
        if let end = status?.writing {
            given.append((end, as: end.number))
            texts.insert(contentsOf: ["-o", "APT::Status-Fd=\(end.number)"].map { Array($0.utf8CString) }, at: 1)
        }
        do throws(RunFailure) {
            let environment = ChildEnvironment.environment(changing: changes)
            let child = try ChildProcess.start(
                texts,
                environment: environment,
                descriptors: given,
                caught: caught,
                terminal: keepsTerminal ? STDIN_FILENO : nil
            )
            return (child, CommandOutput(streams, status: status?.reading, parser, argo))
        } catch {
            argo?.remove()
            throw error
        }
    }

    /// Whether it is apt, and its arguments do not ask for its status already.
    private var speaksOfItsStatus: Bool {
        let isApt = Program(command: words[0]) == .apt && (program == .auto || program == .apt)
        return isApt && !words.contains { $0.contains("Status-Fd") }
    }
}

/// The reason why a command could not be started.
struct RunFailure: Error {
    let line: String
    /// The exit status that a shell would give: 127 if there is no such command, 126 if it cannot be run.
    let status: Int32

    init(_ what: String, _ code: Int32) {
        line = "\(what): \(String(cString: strerror(code)))"
        status = code == ENOENT ? 127 : 126
    }
}
