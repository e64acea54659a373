import Foundation
import NIOCore

/// All progresses, and the readers of their events.
actor ProgressStore {
    typealias Events = AsyncStream<ByteBuffer>

    private var snapshots: [String: ProgressSnapshot] = [:]
    private var readers: [String: [UUID: Events.Continuation]] = [:]

    func create() -> ProgressSnapshot {
        let id = UUID().uuidString.lowercased()
        let now = Self.now()
        let snapshot = ProgressSnapshot(id: id, createdAt: now, updatedAt: now)
        snapshots[id] = snapshot
        return snapshot
    }

    /// Completes units; returns the progress, nil if there is none. All readers of its events get one frame, made once.
    func complete(_ id: String, by count: Int64) throws -> ProgressSnapshot? {
        guard var snapshot = snapshots[id] else { return nil }
        snapshot.completedUnitCount += count
        snapshot.version += 1
        snapshot.updatedAt = Self.now()
        snapshots[id] = snapshot
        if let readers = readers[id], !readers.isEmpty {
            let frame = try Self.frame("progress", ProgressBar(snapshot: snapshot))
            for reader in readers.values { reader.yield(frame) }
        }
        return snapshot
    }

    /// The events of a progress from now on, a snapshot first; nil if there is no such progress.
    func events(of id: String) throws -> Events? {
        guard let snapshot = snapshots[id] else { return nil }
        let (events, continuation) = Events.makeStream()
        continuation.yield(try Self.frame("snapshot", snapshot))
        let key = UUID()
        readers[id, default: [:]][key] = continuation
        continuation.onTermination = { _ in Task { await self.forget(key, of: id) } }
        return events
    }

    private func forget(_ reader: UUID, of id: String) {
        readers[id]?[reader] = nil
    }

    private static func frame(_ name: String, _ value: some Encodable) throws -> ByteBuffer {
        var frame = ByteBuffer(string: "event: \(name)\ndata: ")
        frame.writeBytes(try JSONEncoder().encode(value))
        frame.writeString("\n\n")
        return frame
    }

    private static func now() -> String {
        Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
