import Glibc

enum ConcurrencyRuntime {
    /// Runs one empty task to its end, so that the threads and descriptors that the runtime opens with its first task
    /// exist before clients can have taken every descriptor: then the first task would crash.
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
