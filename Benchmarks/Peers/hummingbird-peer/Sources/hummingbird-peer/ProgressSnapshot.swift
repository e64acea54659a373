import Hummingbird

/// A progress with the members of the service's, so that a reply is as long; nulls are written.
struct ProgressSnapshot: ResponseEncodable, Sendable {
    let id: String
    var totalUnitCount: Int64 = 2_000_000_000
    var completedUnitCount: Int64 = 1_000_000_000
    var version = 1
    let createdAt: String
    var updatedAt: String

    var fractionCompleted: Double { Double(completedUnitCount) / Double(totalUnitCount) }
    var isFinished: Bool { completedUnitCount >= totalUnitCount }
    var localizedDescription: String { "\(completedUnitCount * 100 / totalUnitCount)% completed" }
    var localizedAdditionalDescription: String { "\(grouped(completedUnitCount)) of \(grouped(totalUnitCount))" }

    private func grouped(_ number: Int64) -> String {
        var text = ""
        let digits = String(number)
        for (place, digit) in digits.enumerated() {
            if place > 0 && (digits.count - place) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}

extension ProgressSnapshot: Encodable {
    enum Key: String, CodingKey {
        case id, name, parentID, pendingUnitCount, rootID, depth, childCount, totalUnitCount, completedUnitCount
        case fractionCompleted, isIndeterminate, isFinished, state, isCancellable, isPausable, isCancelled, isPaused
        case removeWhenFinished, failure, kind, fileOperationKind, fileURL, fileTotalCount, fileCompletedCount
        case userInfo, labels, leaseSeconds, estimatedTimeRemaining, throughput, localizedDescription
        case localizedAdditionalDescription, version, createdAt, updatedAt, finishedAt, expiresAt
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try encodeBar(into: &container)
        for key in [Key.name, .parentID, .pendingUnitCount, .failure, .kind, .fileOperationKind, .fileURL] {
            try container.encodeNil(forKey: key)
        }
        for key in [Key.leaseSeconds, .finishedAt, .expiresAt] { try container.encodeNil(forKey: key) }
        try container.encode(id, forKey: .rootID)
        try container.encode(0, forKey: .depth)
        try container.encode(true, forKey: .isCancellable)
        for key in [Key.isPausable, .isCancelled, .isPaused, .removeWhenFinished] {
            try container.encode(false, forKey: key)
        }
        try container.encode([String: String](), forKey: .userInfo)
        try container.encode([String: String](), forKey: .labels)
        try container.encode(createdAt, forKey: .createdAt)
    }

    /// Encodes the members that a progress bar needs, which are those of the service's `progress` event.
    func encodeBar(into container: inout KeyedEncodingContainer<Key>) throws {
        try container.encode(id, forKey: .id)
        try container.encode(version, forKey: .version)
        try container.encode(totalUnitCount, forKey: .totalUnitCount)
        try container.encode(completedUnitCount, forKey: .completedUnitCount)
        try container.encode(fractionCompleted, forKey: .fractionCompleted)
        try container.encode(false, forKey: .isIndeterminate)
        try container.encode(isFinished, forKey: .isFinished)
        try container.encode("running", forKey: .state)
        try container.encode(0, forKey: .childCount)
        for key in [Key.fileTotalCount, .fileCompletedCount, .estimatedTimeRemaining, .throughput] {
            try container.encodeNil(forKey: key)
        }
        try container.encode(localizedDescription, forKey: .localizedDescription)
        try container.encode(localizedAdditionalDescription, forKey: .localizedAdditionalDescription)
        try container.encode(updatedAt, forKey: .updatedAt)
    }
}

/// The body of a `progress` event.
struct ProgressBar: Encodable {
    let snapshot: ProgressSnapshot

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ProgressSnapshot.Key.self)
        try snapshot.encodeBar(into: &container)
    }
}
