/// The type of a form's text for a member. A name has the same type in every body that has it.
enum FormType {
    case text, number, flag
    /// `children`, which no form can hold.
    case tree

    /// Text for an unknown name, which the body refuses.
    init(member name: String) {
        if let member = Member.settable(name) {
            self = member.formType
            return
        }
        switch name {
        case "count", "sequence", "pendingUnitCount", "expiresIn": self = .number
        case PatchBody.start: self = .flag
        case "children": self = .tree
        default: self = .text
        }
    }
}

extension Member {
    fileprivate var formType: FormType {
        switch self {
        case .totalUnitCount, .completedUnitCount, .fileTotalCount, .fileCompletedCount: .number
        case .estimatedTimeRemaining, .throughput, .leaseSeconds: .number
        case .isCancellable, .isPausable, .removeWhenFinished: .flag
        case .name, .kind, .fileOperationKind, .fileURL, .localizedDescription, .localizedAdditionalDescription: .text
        // As a whole they are not text: their keys come one by one, and an empty value resets them.
        case .userInfo, .labels, .urls: .text
        // No body sets them.
        case .failure, .reason, .control: .text
        }
    }
}
