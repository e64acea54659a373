import Glibc

/// A shell script whose input ends with its last owner, or with the tests, however they end. It must exit then.
final class ChildProcess: Sendable {
    private let process: pid_t
    private let lifeline: Int32

    init(script: String) { (process, lifeline) = Self.start(script) }

    deinit {
        close(lifeline)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// Closes the lifeline of another child, and the connections of other tests, whose ends nobody would see.
    private static let keepNothing = """
        for open in /proc/self/fd/*; do
            open=${open##*/}
            [ "$open" -le 2 ] || eval "exec $open>&-"
        done

        """

    private static func start(_ script: String) -> (process: pid_t, lifeline: Int32) {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "there is a descriptor left")
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        let words = (["/bin/bash", "-c", keepNothing + script] as [String]).map { strdup($0) }
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/bash", &actions, nil, words + [nil], environ)
        precondition(code == 0, "bash starts")
        return (process, ends[1])
    }
}
