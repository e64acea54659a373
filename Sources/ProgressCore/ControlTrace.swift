/// What a control call leaves on every node that it changes: one copy for all nodes that shared their details before.
final class ControlTrace {
    /// The details of a node before and after the call.
    struct Replacement {
        let before: DetailsBox?
        let after: DetailsBox
        /// By how many bytes its texts grow.
        let growth: Int
    }

    /// The last replacement, with the texts of the call and without.
    private struct Last {
        private var full: Replacement?
        private var bare: Replacement?

        subscript(hasTexts: Bool) -> Replacement? {
            get { hasTexts ? full : bare }
            set { if hasTexts { full = newValue } else { bare = newValue } }
        }
    }

    private let control: LastControl
    private let reason: String?
    private let isTold: Bool
    private var ofPlain = Last()
    private var ofOthers = Last()
    private static let empty = DetailsBox(ProgressDetails())

    /// - Parameters:
    ///   - reason: of the change of state, for readers of streams.
    ///   - isTold: whether there is such a change; the reason of an earlier one is kept otherwise.
    init(_ control: LastControl, reason: String? = nil, isTold: Bool = true) {
        self.control = control
        self.reason = reason
        self.isTold = isTold
    }

    /// - Parameter hasTexts: without, the texts of the call are left out.
    func replacement(of before: DetailsBox?, hasTexts: Bool) -> Replacement {
        guard let before else {
            let replacement = ofPlain[hasTexts] ?? make(from: nil, hasTexts: hasTexts)
            ofPlain[hasTexts] = replacement
            return replacement
        }
        if let last = ofOthers[hasTexts], last.before === before { return last }
        let replacement = make(from: before, hasTexts: hasTexts)
        ofOthers[hasTexts] = replacement
        return replacement
    }

    private func make(from before: DetailsBox?, hasTexts: Bool) -> Replacement {
        var (control, reason) = (control, reason)
        if !hasTexts { (control.reason, control.by.user, reason) = (nil, nil, nil) }
        let held = before?.details
        var growth = control.textByteCount - (held?.control?.textByteCount ?? 0)
        if isTold { growth += (reason?.utf8.count ?? 0) - (held?.reason?.utf8.count ?? 0) }
        let after = (before ?? Self.empty).changed {
            $0.control = control
            if isTold { $0.reason = reason }
        }
        return Replacement(before: before, after: after, growth: growth)
    }
}
