import CProcess
import Glibc

/// The user's browser, started by xdg-open.
enum Browser {
    /// Opens the address without waiting. Without xdg-open nothing happens, which is fine: the address was printed.
    static func open(_ address: String) {
        var process = pid_t()
        let words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
        defer { words.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        _ = posix_spawnp(&process, "xdg-open", &actions, nil, words, environ)
    }
}
