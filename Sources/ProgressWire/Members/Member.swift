/// A member of a node that a body, a control call or an export sets.
///
/// This is the table of them. Each place that reads or writes members ends in a switch over all of them, so a new member
/// does not compile until all of them know it. Snapshots are written straight, for speed: `MemberTests` compares them
/// with this table. The raw values are names in bodies, snapshots and exports; exports keep them.
package enum Member: String, CaseIterable, Sendable {
    case totalUnitCount = "totalUnitCount"
    case completedUnitCount = "completedUnitCount"
    case isCancellable = "isCancellable"
    case isPausable = "isPausable"
    case removeWhenFinished = "removeWhenFinished"
    case name = "name"
    case failure = "failure"
    /// Set by a control call; shown by `state` events alone.
    case reason = "reason"
    case kind = "kind"
    case fileOperationKind = "fileOperationKind"
    case fileURL = "fileURL"
    case fileTotalCount = "fileTotalCount"
    case fileCompletedCount = "fileCompletedCount"
    case estimatedTimeRemaining = "estimatedTimeRemaining"
    case throughput = "throughput"
    case userInfo = "userInfo"
    case labels = "labels"
    case urls = "urls"
    case localizedDescription = "localizedDescription"
    case localizedAdditionalDescription = "localizedAdditionalDescription"
    case leaseSeconds = "leaseSeconds"
    /// The newest control call, set by it.
    case control = "control"

    /// The members that a body may set, by the length of their names.
    private static let settable: [[Member]] = {
        var table: [[Member]] = []
        for member in allCases where ![.failure, .reason, .control].contains(member) {
            let length = member.rawValue.utf8.count
            while table.count <= length { table.append([]) }
            table[length].append(member)
        }
        return table
    }()

    /// The member that a body may set under `name`. At most three names have the same length, so this compares few
    /// strings, and hashes none.
    static func settable(_ name: String) -> Member? {
        let length = name.utf8.count
        return length < settable.count ? settable[length].first { $0.rawValue == name } : nil
    }

    static let settableNames = settable.joined().map(\.rawValue)

    /// Whether calls that end work, or count units, set it, too. The counts of such a call follow from the call itself,
    /// and the rest would change the meaning of the end.
    var belongsToResult: Bool {
        switch self {
        case .totalUnitCount, .completedUnitCount, .name, .leaseSeconds, .removeWhenFinished: false
        case .failure, .reason, .control: false
        case .isCancellable, .isPausable, .kind, .fileOperationKind, .fileURL, .fileTotalCount, .fileCompletedCount:
            true
        case .estimatedTimeRemaining, .throughput, .userInfo, .labels, .urls: true
        case .localizedDescription, .localizedAdditionalDescription: true
        }
    }

    /// Members of the API that are derived, fixed, or changed by control calls only; bodies must not have them.
    static let readOnly: Set<String> = [
        "id", "parentID", "rootID", "depth", "childCount", "fractionCompleted", "isIndeterminate", "isFinished",
        "isCancelled", "isPaused", "failure", "state", "version", "createdAt", "updatedAt", "finishedAt", "expiresAt",
        "startedAt", "endedAt", "control", "run", "previousID", "summary", "links", "pendingUnitCount", "children",
    ]
}

extension Member {
    /// The bit in a record's `Part` that says whether the member is there; nil if every record has it.
    ///
    /// The numbers are part of the format, and records have their members in this order.
    var bit: UInt32? {
        switch self {
        case .totalUnitCount, .completedUnitCount, .isCancellable, .isPausable, .removeWhenFinished: nil
        case .name: 6
        case .kind: 7
        case .fileOperationKind: 8
        case .fileURL: 9
        case .fileTotalCount: 10
        case .fileCompletedCount: 11
        case .estimatedTimeRemaining: 12
        case .throughput: 13
        case .userInfo: 14
        case .labels: 15
        case .localizedDescription: 16
        case .localizedAdditionalDescription: 17
        case .leaseSeconds: 18
        // 20 says that the failure has a code.
        case .failure: 19
        case .reason: 21
        case .urls: 22
        case .control: 26
        }
    }

    /// The members with a bit, in the order of their bits.
    static let recorded = allCases.filter { $0.bit != nil }.sorted { $0.bit ?? 0 < $1.bit ?? 0 }
}
