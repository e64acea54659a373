import Glibc
import ProgressParsers

/// What to start for the words of a command line, and how to read its output.
struct CommandPlan {
    private let words: [String]
    private let program: Program
    private let caught: [Int32]
    private let tty: TerminalRequest?
    private let keepsTerminal: Bool

    /// - Parameters:
    ///   - words: at least one; the last ones of our command line.
    ///   - caught: the signals that have handlers here.
    ///   - keepsTerminal: it is in the foreground of the terminal that is our standard input.
    init(_ words: [String], _ program: Program, caught: [Int32], tty: TerminalRequest?, keepsTerminal: Bool) {
        self.words = words
        self.program = program
        self.caught = caught
        self.tty = tty
        self.keepsTerminal = keepsTerminal
    }

    /// Starts it. Nothing that has to do with reporting comes before.
    consuming func start() throws(RunFailure) -> (ChildProcess, CommandOutput) {
        let parser = program.parser(for: words)
        var texts = ChildEnvironment.words(last: words.count)
        // The progress of the command takes the reservation, and that is good for one.
        var changes: [String: String?] = ["PROGRESSD_RESERVATION": nil]
        // Through a pipe, Python keeps what it prints until it has much of it.
        let isPytest = program == .pytest || (program == .auto && Program(commandLine: words) == .pytest)
        if isPytest, Environment["PYTHONUNBUFFERED"] == nil { changes["PYTHONUNBUFFERED"] = "1" }
        let argo = program == .none ? nil : ArgoFile()
        if let argo, argo.isOurs { changes[ArgoFile.variable] = argo.path }
        var (streams, given) =
            program == .none && tty == nil ? (ChildStreams.inherited, []) : try ChildStreams.make(tty)
        // Programs draw nothing on a terminal of which nobody says what it can.
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

    /// Whether it is apt, and nobody reads its status yet.
    private var speaksOfItsStatus: Bool {
        let isApt = Program(command: words[0]) == .apt && (program == .auto || program == .apt)
        return isApt && !words.contains { $0.contains("Status-Fd") }
    }
}

/// Why a command could not be started.
struct RunFailure: Error {
    let line: String
    /// As a shell says it: 127 where there is no such command, 126 where it cannot be run.
    let status: Int32

    init(_ what: String, _ code: Int32) {
        line = "\(what): \(String(cString: strerror(code)))"
        status = code == ENOENT ? 127 : 126
    }
}
