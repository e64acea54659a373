import CProcess
import Glibc

/// A command in its own process group.
struct ChildProcess {
    /// The id of the process and of its group.
    let id: pid_t

    /// Starts it at once. A script that names no interpreter is run by /bin/sh, as a shell would do.
    ///
    /// - Parameters:
    ///   - words: each ends with a zero, as do the variables.
    ///   - descriptors: those that the child gets, with their numbers there; no other one that we opened is inherited.
    ///   - caught: the signals that have handlers here; there, they have their default actions.
    ///   - terminal: the terminal in whose foreground it starts; nil if it starts in the background.
    static func start(
        _ words: [[CChar]],
        environment: [[CChar]],
        descriptors: [(Descriptor, as: Int32)],
        caught: [Int32],
        terminal: Int32? = nil
    ) throws(RunFailure) -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, number) in descriptors {
            posix_spawn_file_actions_adddup2(&actions, descriptor.number, number)
        }
        let isGiven = terminal.map { cprocess_give_terminal(&actions, $0) == 0 } ?? true
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))
        // Threads of the Swift runtime block signals, and a command would inherit that.
        posix_spawnattr_setsigmask(&attributes, cprocess_initial_mask())
        posix_spawnattr_setpgroup(&attributes, 0)
        var signals = sigset_t()
        sigemptyset(&signals)
        // A shell's background job inherits an ignored SIGINT. Its own group gets no Ctrl-C, but cancel is SIGINT. In the
        // foreground, who ignores the keys wants the command to ignore them, too.
        for number in caught + (terminal == nil ? [SIGINT, SIGQUIT] : []) { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, words[0], &actions, &attributes, &arguments, &variables)
        if code == ENOEXEC {
            let shell = ["/bin/sh", "-c", "exec \"$0\" \"$@\""].map { Array($0.utf8CString) }
            guard words.first != shell.first else { throw RunFailure("/bin/sh", code) }
            return try start(
                shell + words,
                environment: environment,
                descriptors: descriptors,
                caught: caught,
                terminal: terminal
            )
        }
        guard code == 0 else {
            throw RunFailure(String(decoding: words[0].dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self), code)
        }
        // A C library that is too old cannot do it at the start, so do it now.
        if let terminal, !isGiven { tcsetpgrp(terminal, id) }
        return ChildProcess(id: id)
    }

    /// Sends a signal to the command and all that it has started.
    func signal(_ number: Int32) { kill(-id, number) }

    /// Whether its group has any processes, including ended ones that have not been waited for.
    var hasGroup: Bool { kill(-id, 0) == 0 }

    enum Change: Equatable {
        case ended(CommandEnd)
        case stopped(Int32)
    }

    /// The newest change of its state; nil if there is none. Once it has ended, its id may belong to another process.
    func change() -> Change? {
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG | WUNTRACED) == id else { return nil }
        if status & 0xFF == 0x7F { return .stopped((status >> 8) & 0xFF) }
        return .ended(CommandEnd(waitStatus: status))
    }
}
