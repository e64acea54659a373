internal import Glibc

/// The last head of a connection that passed every check: its bytes, and what was found in it.
///
/// A client that keeps its connection sends the same head over and over. This remembers all that the checks of a head
/// look at: its bytes as libmicrohttpd left them, and where it found the method, the target and the version;
/// `RequestHead` keeps the target as sent, and where the fields lay. If all of that is the same, the checks would have
/// the same result and are skipped. A difference of one byte makes it a new head.
///
/// Addresses are compared, never followed: libmicrohttpd reads every head of a connection into the same place.
struct HeadMemory: ~Copyable {
    /// A longer head is checked each time, to bound what idle connections hold.
    private static let longest = 2 * 1_024

    private var bytes = ByteBuffer()
    private var method: UnsafePointer<CChar>?
    private var target: UnsafePointer<CChar>?
    private var version: UnsafePointer<CChar>?
    private var facts: HeadFacts?

    var isEmpty: Bool { facts == nil }

    /// The facts of the remembered head, if this one has the same bytes in the same place.
    func facts(
        method: UnsafePointer<CChar>,
        target: UnsafePointer<CChar>?,
        version: UnsafePointer<CChar>,
        count: Int
    ) -> HeadFacts? {
        guard let facts, method == self.method, target == self.target, version == self.version,
            count == bytes.count, let kept = bytes.bytes.baseAddress, memcmp(method, kept, count) == 0
        else { return nil }
        return facts
    }

    mutating func remember(
        _ facts: HeadFacts,
        method: UnsafePointer<CChar>,
        target: UnsafePointer<CChar>?,
        version: UnsafePointer<CChar>,
        count: Int
    ) {
        forget()
        guard count <= Self.longest, bytes.append(UnsafeRawBufferPointer(start: method, count: count)) else { return }
        self.method = method
        self.target = target
        self.version = version
        self.facts = facts
    }

    mutating func forget() {
        facts = nil
        bytes.removeAll()
    }
}
