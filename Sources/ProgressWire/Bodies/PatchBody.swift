package import ProgressCore

/// A merge patch of a progress, checked as far as that goes without the progress.
package struct PatchBody: Sendable {
    private var edits: [ProgressTree.Edit] = []
    private var userInfo: JSONValue?
    private var labels: JSONValue?
    private let pointer: JSONPointer
    private static let depthLimit = 64

    package init(_ value: JSONValue) throws(BodyError) {
        try self.init(members: Field.object(value) { .root }, at: .root, leavesOut: [])
    }

    /// - Parameter leavesOut: members that the caller reads itself.
    init(members: JSONObject, at pointer: JSONPointer, leavesOut: Set<String>) throws(BodyError) {
        self.pointer = pointer
        for (name, value) in members where !leavesOut.contains(name) {
            switch name {
            case "userInfo": userInfo = value
            case "labels": labels = value
            case "pendingUnitCount", "children":
                throw .readOnlyField(pointer: pointer.appending(name).text)
            default:
                guard let edit = try Field.edit(name, value, at: pointer) else {
                    throw Field.refusal(name, at: pointer)
                }
                edits.append(edit)
            }
        }
        // Types and sizes of what merges are looked at now, so that nothing depends on the node to be refused.
        if let labels { _ = try labelEdits(labels) }
        guard let userInfo, userInfo != .null else { return }
        _ = try Field.object(userInfo) { pointer.appending("userInfo") }
        // A create's `children` may be nested deeper; what a node carries may not.
        if userInfo.depth >= Self.depthLimit { throw .json(.tooDeep(limit: Self.depthLimit)) }
    }

    /// The edits for a node that has `details`.
    /// - Parameter isCreate: nothing merges; nested nulls of `userInfo` stay as they are.
    package func edits(for details: ProgressDetails?, isCreate: Bool = false) throws(BodyError) -> [ProgressTree.Edit] {
        var edits = edits
        if let userInfo { edits.append(.userInfo(try merged(userInfo, into: details, isCreate: isCreate))) }
        if let labels {
            edits.append(contentsOf: try labelEdits(labels))
            try checkLabelCount(labels, details)
        }
        return edits
    }

    private func merged(
        _ patch: JSONValue,
        into details: ProgressDetails?,
        isCreate: Bool
    ) throws(BodyError) -> [UInt8] {
        guard case .object(let patch) = patch else { return [] }
        var result = patch.filter { $0.value != .null }
        if !isCreate {
            result = MergePatch.merge(patch, into: try Self.object(details?.userInfo ?? []))
        }
        if result.isEmpty { return [] }
        var bytes: [UInt8] = []
        bytes.appendJSON(.object(result))
        if bytes.count > FieldLimits.userInfo {
            throw .userInfoTooLarge(
                pointer: pointer.appending("userInfo").text,
                count: bytes.count,
                limit: FieldLimits.userInfo
            )
        }
        return bytes
    }

    /// A userInfo as it is held.
    private static func object(_ text: [UInt8]) throws(BodyError) -> JSONObject {
        if text.isEmpty { return JSONObject() }
        do { return try JSONReader.parse(text).objectValue(at: .root) } catch { throw .json(error) }
    }

    private func labelEdits(_ value: JSONValue) throws(BodyError) -> [ProgressTree.Edit] {
        if case .null = value { return [.noLabels] }
        let at = pointer.appending("labels")
        var edits: [ProgressTree.Edit] = []
        for (key, value) in try Field.object(value, { at }) {
            if key.utf8.count > FieldLimits.text {
                throw .textTooLong(pointer: at.text, count: key.utf8.count, limit: FieldLimits.text)
            }
            edits.append(.label(key: key, value: try Field.text(value, { at.appending(key) })))
            if edits.count > 2 * FieldLimits.labels {
                throw .tooManyLabels(pointer: at.text, count: edits.count, limit: FieldLimits.labels)
            }
        }
        return edits
    }

    private func checkLabelCount(_ value: JSONValue, _ details: ProgressDetails?) throws(BodyError) {
        guard case .object(let labels) = value else { return }
        var merged = details ?? ProgressDetails()
        for (key, value) in labels {
            if case .string(let text) = value { merged.setLabel(key, to: text) } else { merged.setLabel(key, to: nil) }
        }
        if merged.labels.count > FieldLimits.labels {
            throw .tooManyLabels(
                pointer: pointer.appending("labels").text,
                count: merged.labels.count,
                limit: FieldLimits.labels
            )
        }
    }
}
