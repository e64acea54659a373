import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Reporter {
    /// Begins a progress: it is created at the service with the next round.
    ///
    /// - Parameters:
    ///   - new: a root with a name begins a run, and fails an older one that still works. Without a lease it gets one
    ///     of 60 s; the reporter keeps it alive.
    ///   - parent: a node of the same reporter; nil for a root.
    ///   - units: the units of the parent that it is worth.
    ///   - listens: whether a directive arrives at once even while nothing is reported, by a request that waits at the
    ///     service.
    package func begin(
        _ new: NewProgress,
        under parent: ReportedNode? = nil,
        pending units: Int64 = 0,
        listens: Bool = true
    ) -> ReportedNode {
        ReportedNode.begin(new, under: parent, pending: units, listens: listens, reporter: self)
    }
}

extension ReportedNode {
    /// The default lease, in seconds.
    private static let lease = 60.0

    static func begin(
        _ new: NewProgress,
        under parent: ReportedNode?,
        pending units: Int64,
        listens: Bool,
        reservation: String? = nil,
        reporter: Reporter?
    ) -> ReportedNode {
        var new = new
        if new.leaseSeconds == nil { new.leaseSeconds = lease }
        if let name = new.name, !fits(name) {
            let expected = "letters, digits and . _ : -, at most 128, and no UUID, are expected"
            reporter?.warn(.name, "the name \"\(JSONValue.fitted(name))\" is left out: \(expected)")
            new.name = nil
        }
        let report = NodeReport(
            name: new.name,
            writer: randomDigits(16),
            details: details(of: new),
            counts: ReportCounts(total: new.totalUnitCount ?? 0, completed: new.completedUnitCount ?? 0)
        )
        let node = ReportedNode(
            report,
            under: parent,
            pending: units,
            listens: listens,
            beatInterval: .seconds(min(max(0, (new.leaseSeconds ?? lease) / 3), 5)),
            reporter: reporter
        )
        parent?.state.withLock { $0.children.append((node, units)) }
        let hasBegun = parent == nil || new.started == true || new.completedUnitCount ?? 0 != 0
        node.state.withLock { state in
            if parent == nil { state.claim = reservation.map(ReportClaim.init) }
            if hasBegun { _ = state.report.begin() }
        }
        let isLate = node.hasEndedAbove
        node.state.withLock { $0.report.place.isLate = isLate }
        // A child of a cancelled or paused parent is cancelled or paused, too.
        if let parent { node.obey(parent.directive) }
        node.write { _ in true }
        return node
    }

    /// Whether the service accepts it as a name; ids are none.
    private static func fits(_ name: String) -> Bool {
        func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard let first = name.utf8.first, isPlain(first), name.utf8.count <= 128 else { return false }
        return name.utf8.allSatisfy { isPlain($0) || "._:-".utf8.contains($0) } && UUID(uuidString: name) == nil
    }

    private var hasEndedAbove: Bool {
        var next = parent
        while let node = next {
            if node.state.withLock({ $0.report.ending != nil }) { return true }
            next = node.parent
        }
        return false
    }

    /// The members other than the name and the counts, which the node keeps itself.
    private static func details(of new: NewProgress) -> [String: JSONValue] {
        var rest = new
        rest.name = nil
        rest.totalUnitCount = nil
        rest.completedUnitCount = nil
        rest.pendingUnitCount = nil
        // A number that JSON cannot write takes the others with it: the progress is reported without them.
        guard let data = try? ServiceCoding.encode(rest) else { return [:] }
        return (try? ServiceCoding.decode([String: JSONValue].self, from: data)) ?? [:]
    }

    private static func randomDigits(_ count: Int) -> String {
        String((0..<count).map { _ in "0123456789abcdef".randomElement() ?? "0" })
    }
}
