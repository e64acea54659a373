@testable import ProgressWire

/// The merge patch beside the five lines of RFC 7396, section 2.
enum MergePatchSubject {
    static func fault(_ input: [UInt8]) -> String? {
        var draw = ByteDraw(input)
        let target = value(&draw)
        let patch = value(&draw)
        let merged = MergePatch.merge(patch, into: target)
        let wanted = mergePatch(Plain(target), Plain(patch))
        guard Plain(merged) == wanted else { return "\(target.text) + \(patch.text) is \(merged.text)" }
        let twice = MergePatch.merge(patch, into: merged)
        guard twice == merged else { return "\(merged.text) + \(patch.text) is \(twice.text)" }
        guard case .object(let before) = target, case .object(let after) = merged else { return nil }
        let kept = before.map(\.key).filter { after[$0] != nil }
        return after.map(\.key).starts(with: kept) ? nil : "\(merged.text) is not in the order of \(target.text)"
    }

    /// Few names and many objects, so that the two meet.
    private static func value(depth: Int = 0, _ draw: inout ByteDraw) -> JSONValue {
        let choice = draw.byte()
        switch choice % 8 {
        case 0: return .null
        case 1: return .bool(choice > 127)
        case 2: return .number(Int64(choice >> 4))
        case 3: return .string(draw.text() ?? "")
        case 4: return .array((0..<(depth > 5 ? 0 : choice >> 6)).map { _ in value(depth: depth + 1, &draw) })
        default:
            var members = JSONObject()
            for _ in 0..<(depth > 5 || draw.isEmpty ? 0 : Int(choice >> 3) % 16) {
                members[name(&draw)] = value(depth: depth + 1, &draw)
            }
            return .object(members)
        }
    }

    /// Twenty names; two look alike, and differ in code points.
    private static func name(_ draw: inout ByteDraw) -> String {
        let choice = draw.byte() % 20
        return choice == 0 ? "é" : choice == 1 ? "e\u{301}" : choice == 2 ? "" : "key\(choice)"
    }

    /// A value whose objects have no order, and keys that are bytes.
    private indirect enum Plain: Equatable {
        case scalar(String)
        case array([Plain])
        case object([[UInt8]: Plain])

        init(_ value: JSONValue) {
            switch value {
            case .array(let elements): self = .array(elements.map(Plain.init))
            case .object(let members):
                self = .object(
                    Dictionary(uniqueKeysWithValues: members.map { (Array($0.key.utf8), Plain($0.value)) })
                )
            default: self = .scalar(value.text)
            }
        }
    }

    /// The RFC's own names.
    private static func mergePatch(_ target: Plain, _ patch: Plain) -> Plain {
        guard case .object(let changes) = patch else { return patch }
        var members: [[UInt8]: Plain] = [:]
        if case .object(let given) = target { members = given }
        for (name, value) in changes {
            members[name] = value == .scalar("null") ? nil : mergePatch(members[name] ?? .scalar("null"), value)
        }
        return .object(members)
    }
}
