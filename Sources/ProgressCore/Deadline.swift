/// Something that is to be looked at when its time has come.
struct Deadline {
    enum Kind {
        case retention, lease, reservation
    }

    /// Milliseconds since 1970.
    var due: Int64
    var kind: Kind
    /// A node, or a reservation's key.
    var id: ProgressID
}

extension Deadline: Comparable {
    static func < (lhs: Deadline, rhs: Deadline) -> Bool { lhs.due < rhs.due }

    static func == (lhs: Deadline, rhs: Deadline) -> Bool { lhs.due == rhs.due }
}

/// Until when a node must be written to, and when the queue looks at it next.
struct Lease {
    /// Milliseconds since 1970, as in `Deadline`.
    var end: Int64
    var entryDue: Int64
}
