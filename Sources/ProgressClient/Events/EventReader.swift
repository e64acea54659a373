#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns frames into events; keeps the newest snapshot of every selected progress for that.
struct EventReader {
    private var snapshots: [String: ProgressSnapshot] = [:]
    /// The seconds by which the service's clock is ahead of this one.
    var clockLead: Double = 0

    /// The event of a frame; nil for `end`, for unknown kinds, and for a move of a progress without a snapshot.
    ///
    /// - Throws: `.unreadable` if the data is not as expected.
    mutating func event(of frame: EventParser.Frame) throws(ServiceError) -> ProgressEvent? {
        let data = Data(frame.data.utf8)
        switch frame.event {
        case "snapshot": return .snapshot(try keep(data))
        case "child": return .child(try keep(data))
        case "state": return .state(try keep(data), reason: try ServiceCoding.decode(Reason.self, from: data).reason)
        case "progress": return try move(data)
        case "removed": return try remove(data)
        case "synced": return .synced
        case "reset":
            snapshots = [:]
            return .reset
        default: return nil
        }
    }

    private mutating func keep(_ data: Data) throws(ServiceError) -> ProgressSnapshot {
        var snapshot = try ServiceCoding.decode(ProgressSnapshot.self, from: data)
        snapshot.arrival.lead = clockLead
        snapshots[snapshot.id] = snapshot
        return snapshot
    }

    private mutating func move(_ data: Data) throws(ServiceError) -> ProgressEvent? {
        let move = try ServiceCoding.decode(ProgressMove.self, from: data)
        guard var snapshot = snapshots[move.id] else { return nil }
        move.apply(to: &snapshot)
        snapshot.arrival.lead = clockLead
        snapshots[move.id] = snapshot
        return .progress(snapshot)
    }

    private mutating func remove(_ data: Data) throws(ServiceError) -> ProgressEvent {
        let removal = try ServiceCoding.decode(Removal.self, from: data)
        forget(below: [removal.id])
        return .removed(id: removal.id, reason: removal.reason)
    }

    /// Forgets the tops and everything below them: a removal names only the top.
    private mutating func forget(below tops: Set<String>) {
        for top in tops { snapshots[top] = nil }
        let children = Set(snapshots.values.filter { $0.parentID.map(tops.contains) ?? false }.map(\.id))
        if !children.isEmpty { forget(below: children) }
    }

    private struct Reason: Decodable {
        var reason: String?
    }

    private struct Removal: Decodable {
        var id: String
        var reason: String?
    }
}
