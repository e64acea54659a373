/// JSON Merge Patch (RFC 7396): null removes, objects merge, everything else replaces.
package enum MergePatch {
    private struct Frame {
        let patch: JSONObject
        var position = 0
        var result: JSONObject
        /// The key of the result in the frame below.
        let key: String
    }

    /// `target` with `patch` applied. Members keep their order; new ones follow in the order of the patch.
    /// - Complexity: O(size of the patch and of the objects that it touches); does not recurse.
    package static func merge(_ patch: JSONObject, into target: JSONObject) -> JSONObject {
        var frames = [frame(patch, target, key: "")]
        while true {
            let top = frames.count - 1
            guard frames[top].position < frames[top].patch.count else {
                let done = frames.removeLast()
                guard !frames.isEmpty else { return done.result }
                frames[top - 1].result[done.key] = .object(done.result)
                continue
            }
            let (key, value) = frames[top].patch[frames[top].position]
            frames[top].position += 1
            switch value {
            case .null: break
            case .object(let patch):
                var nested = JSONObject()
                if case .object(let members) = frames[top].result[key] { nested = members }
                frames.append(frame(patch, nested, key: key))
            case .bool, .number, .string, .array: frames[top].result[key] = value
            }
        }
    }

    /// Like the merge of objects, for any value: a patch that is not an object replaces the target.
    package static func merge(_ patch: JSONValue, into target: JSONValue) -> JSONValue {
        guard case .object(let patch) = patch else { return patch }
        guard case .object(let target) = target else { return .object(merge(patch, into: JSONObject())) }
        return .object(merge(patch, into: target))
    }

    /// A frame for an object, without the members that the patch removes: all of them in one pass.
    private static func frame(_ patch: JSONObject, _ target: JSONObject, key: String) -> Frame {
        let kept = target.filter { patch[$0.key]?.isNull != true }
        return Frame(patch: patch, result: kept, key: key)
    }
}
