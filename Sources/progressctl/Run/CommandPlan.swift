import ProgressParsers

/// What to start for the words of a command line, and how to read its output.
struct CommandPlan {
    private var words: [String]
    private var environment: [String: String]
    private let program: Program
    private let caught: [Int32]

    /// - Parameters:
    ///   - words: at least one.
    ///   - caught: the signals that have handlers here.
    init(_ words: [String], _ program: Program, environment: [String: String], caught: [Int32]) {
        self.words = words
        self.program = program
        self.environment = environment
        // The progress of the command takes it, and it is good for one.
        self.environment["PROGRESSD_RESERVATION"] = nil
        self.caught = caught
    }

    /// Starts it. Nothing that has to do with reporting comes before.
    consuming func start() throws(RunFailure) -> (ChildProcess, CommandOutput) {
        let parser = program.parser(for: words)
        let argo = program == .none ? nil : ArgoFile(environment: environment)
        if let argo { environment[ArgoFile.variable] = argo.path }
        var (streams, given) = try ChildStreams.make()
        let status = speaksOfItsStatus ? try Descriptor.pipe() : nil
        if let end = status?.writing {
            given.append((end, as: end.number))
            words.insert(contentsOf: ["-o", "APT::Status-Fd=\(end.number)"], at: 1)
        }
        do throws(RunFailure) {
            let child = try ChildProcess.start(words, environment: environment, descriptors: given, caught: caught)
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
