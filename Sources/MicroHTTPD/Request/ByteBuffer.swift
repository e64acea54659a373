internal import Glibc

/// Bytes that grow at the end and keep their memory from one request to the next.
struct ByteBuffer: ~Copyable {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    private(set) var count = 0
    /// More is never appended before the next `removeAll`, so it does not grow further either.
    var mostCount = Int.max

    /// Memory above this is freed when a request ends.
    private static let keptCapacity = 16 * 1024

    init() {}

    deinit { free(start) }

    /// Valid until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Memory held beyond what is kept between requests.
    var largeCapacity: Int { Self.large(capacity) }

    /// `largeCapacity` after an append of `more` bytes.
    func largeCapacity(appending more: Int) -> Int { Self.large(capacity(appending: more)) }

    private static func large(_ capacity: Int) -> Int { capacity > keptCapacity ? capacity : 0 }

    private func capacity(appending more: Int) -> Int {
        count + more > capacity ? max(count + more, min(max(capacity * 2, 512), mostCount)) : capacity
    }

    /// - Returns: false if there is no memory; nothing was appended then.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
        let wanted = capacity(appending: bytes.count)
        if wanted > capacity {
            guard let grown = realloc(start, wanted) else { return false }
            start = grown
            capacity = wanted
        }
        memcpy(start! + count, source, bytes.count)  // 1. there is room, so there is memory
        count += bytes.count
        return true
    }

    /// At most the kept capacity: a body that is announced may never come.
    mutating func reserve(_ wanted: Int) {
        let wanted = min(wanted, Self.keptCapacity)
        guard wanted > capacity, let grown = realloc(start, wanted) else { return }
        start = grown
        capacity = wanted
    }

    mutating func removeAll() {
        count = 0
        mostCount = .max
        guard capacity > Self.keptCapacity else { return }
        free(start)
        start = nil
        capacity = 0
    }
}
