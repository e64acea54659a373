package import ProgressCore

/// A merge patch of a progress, checked as far as possible without the progress.
package struct PatchBody: Sendable {
    private var edits: [ProgressTree.Edit] = []
    private var userInfo: JSONValue?
    private var labels: JSONValue?
    private var urls: JSONValue?
    private let pointer: JSONPointer
    private static let depthLimit = 64
    /// Says that work has begun; no node has it.
    static let start = "started"

    package init(_ value: JSONValue) throws(BodyError) {
        try self.init(ObjectMembers(value), leavesOut: [])
    }

    /// The members that a call sets besides its own; see `Member.belongsToResult`.
    /// - Parameter leavesOut: members that the caller reads itself.
    init(resultIn members: ObjectMembers, leavesOut: Set<String>) throws(BodyError) {
        for (name, _) in members.members where Member.settable(name).map({ !$0.belongsToResult }) ?? false {
            throw .readOnlyField(pointer: members.pointer.appending(name).text)
        }
        try self.init(members, leavesOut: leavesOut)
    }

    /// - Parameter leavesOut: members that the caller reads itself.
    init(_ members: ObjectMembers, leavesOut: Set<String>) throws(BodyError) {
        pointer = members.pointer
        edits.reserveCapacity(members.members.count)
        for (name, value) in members.members {
            if let member = Member.settable(name) {
                try read(member, value) { members.pointer.appending(name) }
            } else if name == Self.start {
                if try Field.bool(value, { members.pointer.appending(name) }) == true { edits.append(.start) }
            } else if !leavesOut.contains(name) {
                throw refusal(name, leavesOut.union([Self.start]))
            }
        }
        // Types and sizes of members that merge are checked now: a refusal never depends on the node.
        if let labels { try readLabels(labels) }
        if let urls { try readURLs(urls) }
        guard let userInfo, !userInfo.isNull else { return }
        _ = try Field.object(userInfo) { pointer.appending("userInfo") }
        // Before anything that costs by its size.
        if userInfo.isLonger(than: FieldLimits.userInfoChange) {
            throw .userInfoChangeTooLarge(
                pointer: pointer.appending("userInfo").text,
                limit: FieldLimits.userInfoChange
            )
        }
        // Only `children` of a create may nest deeper.
        if userInfo.depth >= Self.depthLimit { throw .json(.tooDeep(limit: Self.depthLimit)) }
    }

    private mutating func read(_ member: Member, _ value: JSONValue, _ at: Field.Pointer) throws(BodyError) {
        switch member {
        case .totalUnitCount: edits.append(.totalUnitCount(try Field.integer(value, at) ?? -1))
        case .completedUnitCount: edits.append(.completedUnitCount(try Field.integer(value, at) ?? 0))
        case .isCancellable: edits.append(.isCancellable(try Field.bool(value, at) ?? true))
        case .isPausable: edits.append(.isPausable(try Field.bool(value, at) ?? false))
        case .removeWhenFinished: edits.append(.removeWhenFinished(try Field.bool(value, at) ?? false))
        case .name: edits.append(.name(try Field.nodeName(value, at)))
        case .failure, .reason, .control: preconditionFailure("No body sets \(member.rawValue).")
        case .kind: edits.append(.kind(try Field.text(value, at)))
        case .fileOperationKind: edits.append(.fileOperationKind(try Field.text(value, at)))
        case .fileURL: edits.append(.fileURL(try Field.text(value, at)))
        case .fileTotalCount: edits.append(.fileTotalCount(try Field.integer(value, at)))
        case .fileCompletedCount: edits.append(.fileCompletedCount(try Field.integer(value, at)))
        case .estimatedTimeRemaining: edits.append(.estimatedTimeRemaining(try Field.duration(value, at)))
        case .throughput: edits.append(.throughput(try Field.number(value, at, most: .greatestFiniteMagnitude)))
        case .userInfo: userInfo = value
        case .labels: labels = value
        case .urls: urls = value
        case .localizedDescription: edits.append(.localizedDescription(try Field.text(value, at)))
        case .localizedAdditionalDescription: edits.append(.localizedAdditionalDescription(try Field.text(value, at)))
        case .leaseSeconds: edits.append(.leaseSeconds(try Field.positiveDuration(value, at)))
        }
    }

    private func refusal(_ name: String, _ own: Set<String>) -> BodyError {
        let text = pointer.appending(name).text
        if Member.readOnly.contains(name) { return .readOnlyField(pointer: text) }
        return .unknownField(pointer: text, nearest: NearName.nearest(to: name, among: Member.settableNames + own))
    }

    /// Whether it sets nothing, whatever the progress is.
    var isEmpty: Bool { edits.isEmpty && userInfo == nil }

    /// The edits for a node that has `details`.
    /// - Parameter isCreate: nothing merges; nested nulls of `userInfo` stay as they are.
    package func edits(for details: ProgressDetails?, isCreate: Bool = false) throws(BodyError) -> [ProgressTree.Edit] {
        var edits = edits
        if let userInfo { edits.append(.userInfo(try merged(userInfo, into: details, isCreate: isCreate))) }
        if let labels {
            let count = Self.merged(labels, into: details?.labels ?? []).count
            if count > FieldLimits.labels { throw tooManyLabels(count) }
        }
        if let urls {
            let count = Self.merged(urls, into: details?.urls ?? []).count
            if count > WebAddress.countLimit { throw tooManyURLs(count) }
        }
        return edits
    }

    private func merged(
        _ patch: JSONValue,
        into details: ProgressDetails?,
        isCreate: Bool
    ) throws(BodyError) -> [UInt8] {
        guard case .object(let patch) = patch else { return [] }
        var result = patch.filter { !$0.value.isNull }
        if !isCreate {
            result = MergePatch.merge(patch, into: try Self.object(details?.userInfo ?? []))
        }
        if result.isEmpty { return [] }
        var bytes: [UInt8] = []
        bytes.appendJSON(.object(result))
        if bytes.count > FieldLimits.userInfo, bytes.byteCountWithoutHiddenEscapes > FieldLimits.userInfo {
            throw .userInfoTooLarge(
                pointer: pointer.appending("userInfo").text,
                count: bytes.byteCountWithoutHiddenEscapes,
                limit: FieldLimits.userInfo
            )
        }
        return bytes
    }

    /// The stored text of a userInfo as an object.
    private static func object(_ text: [UInt8]) throws(BodyError) -> JSONObject {
        if text.isEmpty { return JSONObject() }
        do { return try JSONReader.parse(text).objectValue(at: .root) } catch { throw .json(error) }
    }

    private mutating func readLabels(_ value: JSONValue) throws(BodyError) {
        if case .null = value { return edits.append(.noLabels) }
        let at = pointer.appending("labels")
        for (position, (key, value)) in try Field.object(value, { at }).enumerated() {
            if key.utf8.count > FieldLimits.text {
                throw .textTooLong(pointer: at.text, count: key.utf8.count, limit: FieldLimits.text)
            }
            edits.append(.label(key: key, value: try Field.text(value, { at.appending(key) })))
            if position == 2 * FieldLimits.labels { throw tooManyLabels(position + 1) }
        }
    }

    private mutating func readURLs(_ value: JSONValue) throws(BodyError) {
        if case .null = value { return edits.append(.noURLs) }
        let at = pointer.appending("urls")
        for (position, (name, value)) in try Field.object(value, { at }).enumerated() {
            if !WebAddress.isName(name.utf8) {
                throw .invalidURL(pointer: at.text, "has the name \(Excerpt(name)); \(WebAddress.nameRule)")
            }
            let url = try Field.text(value, { at.appending(name) }, limit: .max)
            if let flaw = url.flatMap({ WebAddress.flaw($0) }) {
                throw .invalidURL(pointer: at.appending(name).text, flaw)
            }
            edits.append(.url(name: name, value: url))
            if position == 2 * WebAddress.countLimit { throw tooManyURLs(position + 1) }
        }
    }

    private func tooManyLabels(_ count: Int) -> BodyError {
        .tooManyLabels(pointer: pointer.appending("labels").text, count: count, limit: FieldLimits.labels)
    }

    private func tooManyURLs(_ count: Int) -> BodyError {
        .tooManyURLs(pointer: pointer.appending("urls").text, count: count, limit: WebAddress.countLimit)
    }

    /// The texts of an object, merged by key; null resets them.
    private static func merged(
        _ value: JSONValue,
        into texts: [ProgressDetails.KeyedText]
    ) -> [ProgressDetails.KeyedText] {
        guard case .object(let members) = value else { return [] }
        var texts = texts
        for (key, value) in members {
            if case .string(let text) = value { texts.set(key, to: text) } else { texts.set(key, to: nil) }
        }
        return texts
    }
}
