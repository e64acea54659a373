internal import Glibc

/// Bytes that grow at the end and keep their memory from one request to the next.
struct ByteBuffer: ~Copyable {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    private(set) var count = 0

    /// Memory above this is given back when a request ends.
    private static let keptCapacity = 16 * 1024

    init() {}

    deinit { free(start) }

    /// Valid until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// - Returns: false if there is no memory; nothing was appended then.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
        if count + bytes.count > capacity {
            let wanted = max(count + bytes.count, capacity * 2, 512)
            guard let grown = realloc(start, wanted) else { return false }
            start = grown
            capacity = wanted
        }
        memcpy(start! + count, source, bytes.count)  // 1. there is room, so there is memory
        count += bytes.count
        return true
    }

    mutating func reserve(_ wanted: Int) {
        guard wanted > capacity, let grown = realloc(start, wanted) else { return }
        start = grown
        capacity = wanted
    }

    mutating func removeAll() {
        count = 0
        guard capacity > Self.keptCapacity else { return }
        free(start)
        start = nil
        capacity = 0
    }
}
