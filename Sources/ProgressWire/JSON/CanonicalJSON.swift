/// One text for all JSON-equal values: members sorted by their bytes, numbers by value, no white space. It is written
/// piece by piece, so that a long text can be written in slices.
package struct CanonicalJSON {
    private enum Piece {
        case value(JSONValue)
        case text(StaticString)
        case key(String)
    }

    /// All of the text when `step` has returned false.
    package private(set) var bytes: [UInt8] = []
    private var pending: [Piece]

    package init(of value: JSONValue) { pending = [.value(value)] }

    /// - Complexity: O(size · log members); does not recurse.
    package static func bytes(of value: JSONValue) -> [UInt8] {
        var text = CanonicalJSON(of: value)
        while text.step() {}
        return text.bytes
    }

    /// Writes one piece more: a bracket, a key or a scalar. An array or object takes O(its own members).
    /// - Returns: false if nothing was left to write.
    package mutating func step() -> Bool {
        guard let piece = pending.popLast() else { return false }
        switch piece {
        case .text(let text): bytes.append(text)
        case .key(let key): bytes.appendCanonicalJSON(key)
        case .value(.number(let number)): bytes.append(contentsOf: Self.canonical(number).utf8)
        case .value(.array(let elements)):
            pending.append(.text("]"))
            for element in elements.reversed() {
                pending.append(.text(","))
                pending.append(.value(element))
            }
            bytes.append("[")
        case .value(.object(let members)):
            pending.append(.text("}"))
            let sorted = members.sorted { $1.key.utf8.lexicographicallyPrecedes($0.key.utf8) }
            for (key, value) in sorted { pending += [.text(","), .value(value), .text(":"), .key(key)] }
            bytes.append("{")
        case .value(.string(let text)): bytes.appendCanonicalJSON(text)
        case .value(let scalar): bytes.appendJSON(scalar)
        }
        return true
    }

    /// Digits without leading or trailing zeros, and the power of ten of the last one.
    private static func canonical(_ number: JSONNumber) -> String {
        if let whole = number.int64 { return String(whole) }
        var text = Substring(number.text)
        let sign = text.first == "-" ? "-" : ""
        if !sign.isEmpty { text = text.dropFirst() }
        let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let decimals = mantissa.count > 1 ? mantissa[1] : ""
        var digits = Array((mantissa[0] + decimals).utf8)
        // An exponent that does not fit 64 bits stays as it was written: such numbers are equal to themselves alone.
        guard let given = parts.count > 1 ? Int(parts[1].drop { $0 == "+" }) : 0 else { return number.text }
        let (shifted, overflow) = given.subtractingReportingOverflow(decimals.utf8.count)
        if overflow { return number.text }
        var power = shifted
        while digits.count > 1, digits.last == UInt8(ascii: "0"), power < .max {
            digits.removeLast()
            power += 1
        }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        return significant.isEmpty ? "0" : sign + String(decoding: significant, as: UTF8.self) + "e\(power)"
    }
}
