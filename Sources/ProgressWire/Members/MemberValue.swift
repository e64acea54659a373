import ProgressCore

/// The value of a member that some nodes have and most do not.
enum MemberValue {
    case text(String)
    case integer(Int64)
    case number(Double)
    /// A JSON object as compact text.
    case object([UInt8])
    case texts([ProgressDetails.KeyedText])
    case failure(ProgressDetails.Failure)
    case control(LastControl)
}

extension StoredProgress {
    /// Nil where the member has its default, or is no detail.
    func value(of member: Member) -> MemberValue? {
        switch member {
        case .control: trace?.control.map { .control($0) }
        case .reason: trace?.reason.map { .text($0) }
        default: details?.details.value(of: member)
        }
    }
}

extension ProgressDetails {
    /// Nil where the member has its default, or is kept beside the details.
    fileprivate func value(of member: Member) -> MemberValue? {
        switch member {
        case .totalUnitCount, .completedUnitCount, .isCancellable, .isPausable, .removeWhenFinished: nil
        case .control, .reason: nil
        case .name: name.map { .text($0) }
        case .failure: failure.map { .failure($0) }
        case .kind: kind.map { .text($0) }
        case .fileOperationKind: fileOperationKind.map { .text($0) }
        case .fileURL: fileURL.map { .text($0) }
        case .fileTotalCount: fileTotalCount.map { .integer($0) }
        case .fileCompletedCount: fileCompletedCount.map { .integer($0) }
        case .estimatedTimeRemaining: estimatedTimeRemaining.map { .number($0) }
        case .throughput: throughput.map { .number($0) }
        case .userInfo: userInfo.isEmpty ? nil : .object(userInfo)
        case .labels: labels.isEmpty ? nil : .texts(labels)
        case .urls: urls.isEmpty ? nil : .texts(urls)
        case .localizedDescription: localizedDescription.map { .text($0) }
        case .localizedAdditionalDescription: localizedAdditionalDescription.map { .text($0) }
        case .leaseSeconds: leaseSeconds.map { .number($0) }
        }
    }
}
