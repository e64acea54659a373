import CProcess
import Glibc

/// A command in a process group of its own.
struct ChildProcess {
    /// Also the id of its group.
    let id: pid_t

    /// Starts it at once. A script that does not say whose it is, is one of the shell, as it is for a shell.
    ///
    /// - Parameters:
    ///   - words: each ends with a zero; so do the variables.
    ///   - descriptors: what the child gets (its number there); all else that we opened stays ours.
    ///   - caught: the signals that have handlers here, and none there.
    ///   - terminal: whose foreground it gets before it begins; nil: it is in the background.
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
        // Threads of the Swift runtime block signals, which a command would inherit.
        posix_spawnattr_setsigmask(&attributes, cprocess_initial_mask())
        posix_spawnattr_setpgroup(&attributes, 0)
        var signals = sigset_t()
        sigemptyset(&signals)
        // A shell's background job inherits that Ctrl-C is ignored. A group of its own hears no Ctrl-C, but cancel is SIGINT.
        for number in caught + [SIGINT, SIGQUIT] { sigaddset(&signals, number) }
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
        // Where the C library is too old, a moment later.
        if let terminal, !isGiven { tcsetpgrp(terminal, id) }
        return ChildProcess(id: id)
    }

    /// For the command and all that it has started.
    func signal(_ number: Int32) { kill(-id, number) }

    /// Whether its group has any processes, ended ones that nobody has noticed included.
    var hasGroup: Bool { kill(-id, 0) == 0 }

    enum Change: Equatable {
        case ended(CommandEnd)
        case stopped(Int32)
    }

    /// What has happened to it; nil when there is nothing new. Once it has ended, its id may be somebody else's.
    func change() -> Change? {
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG | WUNTRACED) == id else { return nil }
        if status & 0xFF == 0x7F { return .stopped((status >> 8) & 0xFF) }
        return .ended(CommandEnd(waitStatus: status))
    }
}
