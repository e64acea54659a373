/// The members of a progress besides the counts, as its worker has set them, and those that are still to be sent.
struct ReportDetails: Sendable {
    private var all: [String: JSONValue]
    private var changed: [String: JSONValue] = [:]
    /// Whether the service has refused several members together, so that each is sent alone.
    private var isPicky = false

    /// The members that a create still has after the service has refused some.
    private static let own: Set = ["leaseSeconds", "started"]

    init(_ all: [String: JSONValue]) { self.all = all.mapValues(\.fitted) }

    subscript(_ member: String) -> JSONValue? { all[member] }

    var isUnsent: Bool { !changed.isEmpty }

    /// Whether what is unsent goes in one call that can be taken apart.
    var goTogether: Bool { !isPicky && Self.apart(changed).count > 1 }

    /// Sets members; returns whether any has changed.
    mutating func set(_ members: [String: JSONValue]) -> Bool {
        var hasChanged = false
        for (member, value) in members.mapValues(\.fitted) where all[member] != value {
            all[member] = value
            changed[member] = value
            hasChanged = true
        }
        return hasChanged
    }

    /// Forgets the reported speed, as the service does when work pauses or ends.
    mutating func forgetSpeed() {
        for member in ["throughput", "estimatedTimeRemaining"] where changed[member] == nil { all[member] = nil }
    }

    /// The members for a create: all, or those that the service cannot have refused; the others follow.
    mutating func takeAll(labels: [String: String], isBare: Bool) -> [String: JSONValue] {
        var labelled = all
        if !labels.isEmpty {
            var merged = labels.mapValues { JSONValue.string($0) }
            if case .object(let own)? = all["labels"] { merged.merge(own) { $1 } }
            labelled["labels"] = .object(merged)
        }
        changed = isBare ? labelled.filter { !Self.own.contains($0.key) } : [:]
        return isBare ? labelled.filter { Self.own.contains($0.key) } : labelled
    }

    /// The members to set, in one call or in several.
    mutating func takeChanged() -> [[String: JSONValue]] {
        defer { changed = [:] }
        if changed.isEmpty { return [] }
        return isPicky ? Self.apart(changed) : [changed]
    }

    /// Handles members that the service refuses: several are tried one by one, and a single one is given up.
    mutating func refuse(_ members: [String: JSONValue]) {
        if Self.apart(members).count > 1 {
            isPicky = true
            return putBack(members)
        }
        for (member, value) in members {
            guard case .object(let refused) = value, case .object(let kept)? = all[member] else {
                if all[member] == value { all[member] = nil }
                continue
            }
            all[member] = .object(kept.filter { refused[$0.key] != $0.value })
        }
    }

    /// The members one by one, objects key by key.
    private static func apart(_ members: [String: JSONValue]) -> [[String: JSONValue]] {
        members.sorted { $0.key < $1.key }.flatMap { member, value -> [[String: JSONValue]] in
            guard case .object(let keys) = value, keys.count > 1 else { return [[member: value]] }
            return keys.sorted { $0.key < $1.key }.map { [member: .object([$0.key: $0.value])] }
        }
    }

    /// Takes members back that did not arrive; values set since then win.
    mutating func putBack(_ members: [String: JSONValue]) {
        changed = members.merging(changed) { older, newer in
            guard case .object(let old) = older, case .object(let new) = newer else { return newer }
            return .object(old.merging(new) { $1 })
        }
    }
}
