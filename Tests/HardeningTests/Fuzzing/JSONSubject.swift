import Foundation
import Glibc

@testable import ProgressWire

/// The JSON reader beside Foundation's, which takes more: trailing commas, equal keys, byte order marks, UTF-16 and
/// UTF-32, and a greater depth. Numbers are compared with those that the C library reads.
enum JSONSubject {
    static func fault(_ input: [UInt8]) -> String? {
        do {
            let value = try JSONReader.parse(input)
            return faultWhenWrittenBack(value) ?? faultBesideFoundation(value, input)
        } catch {
            return fault(refusing: input, error)
        }
    }

    private static func faultWhenWrittenBack(_ value: JSONValue) -> String? {
        guard let again = try? JSONReader.parse(Array(value.text.utf8)) else { return "cannot be read back" }
        guard again == value, again.text == value.text else { return "is read back as \(again.text)" }
        guard CanonicalJSON.bytes(of: again) == CanonicalJSON.bytes(of: value) else { return "has two canonical texts" }
        return value.depth <= 64 ? nil : "is \(value.depth) deep"
    }

    // MARK: What we take

    private static func faultBesideFoundation(_ value: JSONValue, _ input: [UInt8]) -> String? {
        if let object = foundation(input) { return difference(value, object) }
        return hasOnlyFiniteNumbers(value) ? "is nothing that Foundation takes" : nil
    }

    private static func foundation(_ bytes: [UInt8]) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    /// Recursion is safe: neither reader goes deeper than 64.
    private static func difference(_ ours: JSONValue, _ theirs: Any) -> String? {
        switch ours {
        case .null: return theirs is NSNull ? nil : "null is \(theirs)"
        case .bool(let value):
            guard let number = theirs as? NSNumber, isBool(number) else { return "\(value) is \(theirs)" }
            return number.boolValue == value ? nil : "\(value) is \(number)"
        case .number(let value):
            guard let number = theirs as? NSNumber, !isBool(number) else { return "\(value.text) is \(theirs)" }
            return difference(value, number)
        case .string(let text):
            guard let other = theirs as? String else { return "a string is \(theirs)" }
            return text.utf8.elementsEqual(other.utf8) ? nil : "\(text.debugDescription) is \(other.debugDescription)"
        case .array(let elements):
            guard let others = theirs as? [Any], others.count == elements.count else { return "an array is \(theirs)" }
            return zip(elements, others).lazy.compactMap { difference($0, $1) }.first
        case .object(let members):
            guard let others = theirs as? [String: Any] else { return "an object is \(theirs)" }
            // Foundation treats keys as equal that differ in code points only.
            guard others.count == members.count else {
                return Set(members.map(\.key)).count == others.count ? nil : "an object has \(others.count) members"
            }
            return members.lazy.compactMap { key, value in
                others[key].map { difference(value, $0) } ?? "\(key.debugDescription) is no key"
            }.first
        }
    }

    private static func isBool(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }

    private static func difference(_ ours: JSONNumber, _ theirs: NSNumber) -> String? {
        let read = strtod(ours.text, nil)
        guard ours.double == (read.isFinite ? read : nil) else {
            return "\(ours.text) is the double \(String(describing: ours.double))"
        }
        if let whole = Int64(ours.text) {
            guard ours.int64 == whole, theirs.int64Value == whole else { return "\(ours.text) is not \(whole)" }
        }
        guard let whole = ours.int64, whole.magnitude < 1 << 53 else { return nil }
        return Double(whole) == read ? nil : "\(ours.text) is the integer \(whole)"
    }

    private static func hasOnlyFiniteNumbers(_ value: JSONValue) -> Bool {
        switch value {
        case .number(let number): isNormal(strtod(number.text, nil))
        case .array(let elements): elements.allSatisfy(hasOnlyFiniteNumbers)
        case .object(let members): members.allSatisfy { hasOnlyFiniteNumbers($0.value) }
        case .null, .bool, .string: true
        }
    }

    /// Foundation also refuses numbers that are too small for a double.
    private static func isNormal(_ value: Double) -> Bool { value.isFinite && (value.isNormal || value == 0) }

    // MARK: What we refuse

    private static func fault(refusing input: [UInt8], _ error: JSONError) -> String? {
        switch error {
        case .duplicateKey, .tooDeep: return nil
        default: break
        }
        if hasOtherEncoding(input) || foundation(input) == nil { return nil }
        if case .malformed(let offset, _) = error, let shorter = withoutComma(input, before: offset) {
            return fault(shorter)
        }
        return "is refused, \(error), but Foundation takes it"
    }

    /// A byte order mark, or a NUL where UTF-16 and UTF-32 have one.
    private static func hasOtherEncoding(_ input: [UInt8]) -> Bool {
        input.starts(with: [0xEF, 0xBB, 0xBF]) || input.starts(with: [0xFE, 0xFF]) || input.starts(with: [0xFF, 0xFE])
            || input.prefix(4).contains(0)
    }

    private static func withoutComma(_ input: [UInt8], before offset: Int) -> [UInt8]? {
        guard offset < input.count, input[offset] == UInt8(ascii: "]") || input[offset] == UInt8(ascii: "}"),
            let comma = input[..<offset].lastIndex(where: { !" \t\r\n".utf8.contains($0) }),
            input[comma] == UInt8(ascii: ",")
        else { return nil }
        return Array(input[..<comma] + input[(comma + 1)...])
    }
}
