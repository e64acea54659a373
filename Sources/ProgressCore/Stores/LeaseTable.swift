/// The times by which nodes must be written to. The queue of deadlines holds one entry for each, which may come too
/// early: then another takes its place, so that a lease that is renewed often costs no entry each time.
struct LeaseTable {
    /// Times are milliseconds since 1970, as in `Deadline`.
    private struct Lease {
        var end: Int64
        /// When the queue looks at it next.
        var entryDue: Int64

        static let none = Lease(end: .min, entryDue: .min)
    }

    /// By the places of nodes; empty where no node ever had one. A table by hashes would take a takeover of a million
    /// nodes ten times as long.
    private var pages: [[Lease]] = []
    private static let pageBits = 8

    /// A lease begins, or begins again.
    /// - Returns: whether an entry must be queued for its end.
    mutating func begin(_ index: NodeIndex, end: Int64) -> Bool {
        let (page, place) = Self.place(of: index)
        makePage(page)
        let known = pages[page][place].entryDue
        pages[page][place].end = end
        if known != Lease.none.entryDue && known <= end { return false }
        pages[page][place].entryDue = end
        return true
    }

    mutating func end(_ index: NodeIndex) {
        if isThere(index) { self[index] = .none }
    }

    /// Whether the entry that is due then is the one that counts.
    func awaits(_ index: NodeIndex, entryDue: Int64) -> Bool { isThere(index) && self[index].entryDue == entryDue }

    /// The entry that counts is due.
    /// - Returns: when the next one is; nil: the lease has run out, and is forgotten.
    mutating func renewEntry(of index: NodeIndex, at now: Int64) -> Int64? {
        guard isThere(index) else { return nil }
        let end = self[index].end
        guard end > now else {
            self[index] = .none
            return nil
        }
        self[index].entryDue = end
        return end
    }

    private subscript(index: NodeIndex) -> Lease {
        get {
            let (page, place) = Self.place(of: index)
            return pages[page][place]
        }
        set {
            let (page, place) = Self.place(of: index)
            pages[page][place] = newValue
        }
    }

    private func isThere(_ index: NodeIndex) -> Bool {
        let (page, _) = Self.place(of: index)
        return page < pages.count && !pages[page].isEmpty
    }

    private mutating func makePage(_ page: Int) {
        if page < pages.count && !pages[page].isEmpty { return }
        if page >= pages.count { pages.append(contentsOf: repeatElement([], count: page + 1 - pages.count)) }
        pages[page] = Array(repeating: .none, count: 1 << Self.pageBits)
    }

    private static func place(of index: NodeIndex) -> (page: Int, place: Int) {
        (Int(index.rawValue) >> pageBits, Int(index.rawValue) & (1 << pageBits - 1))
    }
}
