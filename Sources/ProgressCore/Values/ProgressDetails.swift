/// Members that most nodes never carry: texts, file facts, reported rates. A plain node has none of them.
package struct ProgressDetails: Equatable, Sendable {
    /// A label, or an address with its name.
    package struct KeyedText: Equatable, Sendable {
        package var key: String
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }

        package static func == (lhs: KeyedText, rhs: KeyedText) -> Bool {
            lhs.key.hasSameBytes(as: rhs.key) && lhs.value.hasSameBytes(as: rhs.value)
        }
    }

    package struct Failure: Equatable, Sendable {
        package var message: String
        package var code: String?
        /// Nil if it failed under a version that did not record this.
        package var by: Caller?
        /// When it failed, in milliseconds since 1970; nil as for `by`.
        package var at: Int64?

        package init(message: String, code: String?) {
            self.message = message
            self.code = code
        }
    }

    package var name: String?
    /// Nil without a name. The tree sets it with the name.
    package var run: RunPlace?
    @ExactText package var kind: String? = nil
    @ExactText package var fileOperationKind: String? = nil
    @ExactText package var fileURL: String? = nil
    package var fileTotalCount: Int64?
    package var fileCompletedCount: Int64?
    /// Seconds, as the reporter gave them.
    package var estimatedTimeRemaining: Double?
    /// Units per second, as the reporter gave them.
    package var throughput: Double?
    /// A JSON object as compact text, carried and never looked into; empty means `{}`.
    package var userInfo: [UInt8] = []
    /// In the order in which they were first given; keys are unique.
    package var labels: [KeyedText] = []
    /// Addresses of the web that belong to the work, in the order in which they were first given; names are unique.
    package var urls: [KeyedText] = []
    /// Explicit texts; they win over those that the localization would write.
    @ExactText package var localizedDescription: String? = nil
    @ExactText package var localizedAdditionalDescription: String? = nil
    package var leaseSeconds: Double?
    package var failure: Failure?

    package init() {}

    init(lease seconds: Double) { leaseSeconds = seconds }
}

extension ProgressDetails.Failure {
    var textByteCount: Int { message.utf8.count + (code?.utf8.count ?? 0) + (by?.user?.utf8.count ?? 0) }
}

extension ProgressDetails {
    /// The cost of holding the texts, in bytes.
    package var textByteCount: Int {
        var count = userInfo.count + (failure?.textByteCount ?? 0)
        count += (name?.utf8.count ?? 0) + (kind?.utf8.count ?? 0) + (fileOperationKind?.utf8.count ?? 0)
        count += (fileURL?.utf8.count ?? 0)
        count += (localizedDescription?.utf8.count ?? 0) + (localizedAdditionalDescription?.utf8.count ?? 0)
        return count + labels.textByteCount + urls.textByteCount
    }

    var reportsSpeed: Bool { throughput != nil || estimatedTimeRemaining != nil }

    /// Whether the filters of streams of roots may tell it from `other`.
    func isLabelled(unlike other: ProgressDetails) -> Bool {
        labels != other.labels || _fileURL != other._fileURL || name != other.name
    }
}

extension [ProgressDetails.KeyedText] {
    /// Keeps the place of a key that is there; nil removes it.
    package mutating func set(_ key: String, to value: String?) {
        let position = firstIndex { $0.key.hasSameBytes(as: key) }
        switch (position, value) {
        case (let position?, let value?): self[position].value = value
        case (let position?, nil): remove(at: position)
        case (nil, let value?): append(ProgressDetails.KeyedText(key: key, value: value))
        case (nil, nil): break
        }
    }

    fileprivate var textByteCount: Int { reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
}
