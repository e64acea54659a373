import CProcess
import Glibc

/// Dumps of the process's memory, with heads of requests, their tokens, and all progress.
enum Dumps {
    /// From now on a crash leaves no core, whatever the limits say, and no other process of this user can look into this
    /// one (`ptrace`, `/proc/PID/environ`, `mem`, `fd`); root still can. Programs that it starts are as they were.
    static func forbid() {
        _ = cprocess_forbid_dumps()
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
