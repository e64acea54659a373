// Nil puts each of them back to the service's default.
extension RemoteProgress {
    /// A description of the work for people. If there is none, the service writes one, in many languages.
    public var localizedDescription: String? {
        get { text("localizedDescription") }
        set { set("localizedDescription", newValue) }
    }

    /// The second line of the description for people.
    public var localizedAdditionalDescription: String? {
        get { text("localizedAdditionalDescription") }
        set { set("localizedAdditionalDescription", newValue) }
    }

    /// The kind of units: `file` if they are bytes.
    public var kind: String? {
        get { text("kind") }
        set { set("kind", newValue) }
    }

    /// `downloading`, `copying`, and so on, for the kind `file`.
    public var fileOperationKind: String? {
        get { text("fileOperationKind") }
        set { set("fileOperationKind", newValue) }
    }

    public var fileURL: String? {
        get { text("fileURL") }
        set { set("fileURL", newValue) }
    }

    public var fileTotalCount: Int64? {
        get { count("fileTotalCount") }
        set { node.set(["fileTotalCount": newValue.map { .integer($0) } ?? .null]) }
    }

    public var fileCompletedCount: Int64? {
        get { count("fileCompletedCount") }
        set { node.set(["fileCompletedCount": newValue.map { .integer($0) } ?? .null]) }
    }

    /// In seconds. The service computes it if it is not set.
    public var estimatedTimeRemaining: Double? {
        get { number("estimatedTimeRemaining") }
        set { set("estimatedTimeRemaining", newValue) }
    }

    /// In units per second. The service computes it if it is not set.
    public var throughput: Double? {
        get { number("throughput") }
        set { set("throughput", newValue) }
    }

    /// Sets any other information for watchers; nil removes the key.
    public func setUserInfo(_ value: JSONValue?, forKey key: String) {
        node.merge(value ?? .null, forKey: key, in: "userInfo")
    }

    /// Sets an address that belongs to the work, such as `log`: an absolute http or https URL; nil removes it. Everyone
    /// who may read the progress can read it.
    public func setURL(_ url: String?, forKey name: String) {
        node.merge(url.map { .string($0) } ?? .null, forKey: name, in: "urls")
    }

    private func text(_ member: String) -> String? {
        if case .string(let text)? = node.detail(member) { return text }
        return nil
    }

    private func count(_ member: String) -> Int64? {
        if case .integer(let count)? = node.detail(member) { return count }
        return nil
    }

    private func number(_ member: String) -> Double? {
        switch node.detail(member) {
        case .number(let number)?: number
        case .integer(let number)?: Double(number)
        default: nil
        }
    }

    private func set(_ member: String, _ text: String?) { node.set([member: text.map { .string($0) } ?? .null]) }

    /// Sets a number; one that is not finite counts as nil, since JSON cannot write it.
    private func set(_ member: String, _ number: Double?) {
        node.set([member: number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null])
    }
}
