import Glibc

enum ConcurrencyRuntime {
    /// Runs one empty task to its end. The runtime opens threads and descriptors with its first task, and that task
    /// would crash if clients had taken every descriptor by then.
    static func warmUp() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        let (reader, writer) = (ends[0], ends[1])
        Task.detached { _ = close(writer) }
        var byte: UInt8 = 0
        while read(reader, &byte, 1) < 0 && errno == EINTR {}
        close(reader)
    }
}
