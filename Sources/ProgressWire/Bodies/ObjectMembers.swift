package import ProgressCore

/// The members of an object in a body or in a line of an export, read by name. Null counts as absent.
package struct ObjectMembers {
    /// Counters that only grow; the bound leaves them room for that.
    private static let counts: ClosedRange<Int64> = 0...1 << 62

    let members: JSONObject
    let pointer: JSONPointer

    init(_ line: UnsafeRawBufferPointer) throws(BodyError) {
        var reader = JSONReader(line)
        let value: JSONValue
        do { value = try reader.parse() } catch { throw .json(error) }
        try self.init(value)
    }

    init(_ value: JSONValue, at pointer: JSONPointer = .root) throws(BodyError) {
        members = try Field.object(value) { pointer }
        self.pointer = pointer
    }

    /// - Throws: if there is a member with none of these names.
    init(_ value: JSONValue, knows names: Set<String>) throws(BodyError) {
        try self.init(value)
        try check(knows: names)
    }

    /// - Throws: if there is a member with none of these names.
    package func check(knows names: Set<String>) throws(BodyError) {
        for (name, _) in members where !names.contains(name) {
            throw .unknownField(
                pointer: pointer.appending(name).text,
                nearest: NearName.nearest(to: name, among: names)
            )
        }
    }

    /// The member, which must be there, as `read` reads it.
    package func required<Value>(
        _ name: String,
        _ read: (String) throws(BodyError) -> Value?
    ) throws(BodyError) -> Value {
        guard let value = try read(name) else { throw .missingField(pointer: pointer.appending(name).text) }
        return value
    }

    // MARK: Values; nil if absent

    package func text(_ name: String) throws(BodyError) -> String? { try text(name, limit: FieldLimits.text) }

    func text(_ name: String, limit: Int) throws(BodyError) -> String? {
        try Field.text(self[name], { pointer.appending(name) }, limit: limit)
    }

    func integer(_ name: String) throws(BodyError) -> Int64? {
        try Field.integer(self[name]) { pointer.appending(name) }
    }

    func bool(_ name: String) throws(BodyError) -> Bool? {
        try Field.bool(self[name]) { pointer.appending(name) }
    }

    func positiveDuration(_ name: String) throws(BodyError) -> Double? {
        try Field.positiveDuration(self[name]) { pointer.appending(name) }
    }

    /// The pending units of a child, which must be there and not negative.
    func pendingUnitCount() throws(BodyError) -> Int64 {
        let name = "pendingUnitCount"
        guard let count = try integer(name) else {
            throw .missingPendingUnitCount(pointer: pointer.appending(name).text)
        }
        if count < 0 { throw .negativePending(pointer: pointer.appending(name).text, count) }
        return count
    }

    package func id(_ name: String) throws(BodyError) -> ProgressID? {
        guard let text = try text(name) else { return nil }
        guard let id = ProgressID(text.utf8) else { throw outOfRange(name, "a UUID") }
        return id
    }

    /// Milliseconds since 1970.
    package func moment(_ name: String) throws(BodyError) -> Int64? {
        guard let text = try text(name) else { return nil }
        guard let moment = RFC3339.parse(text.utf8), moment >= 0, moment <= RFC3339.latest else {
            throw outOfRange(name, "a moment from 1970 to 9999, as in RFC 3339")
        }
        return moment
    }

    /// A counter that only grows, which must be there.
    func requiredCount(_ name: String, from least: Int64 = 0) throws(BodyError) -> Int64 {
        try required(name) { name throws(BodyError) in try integer(name, in: least...Self.counts.upperBound) }
    }

    func integer(_ name: String, in range: ClosedRange<Int64>) throws(BodyError) -> Int64? {
        guard let number = try integer(name) else { return nil }
        guard range.contains(number) else { throw outOfRange(name, "\(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    func double(_ name: String, in range: ClosedRange<Double>) throws(BodyError) -> Double? {
        let value = self[name]
        if case .null = value { return nil }
        let number: Double
        do { number = try value.doubleValue(at: pointer.appending(name)) } catch { throw .json(error) }
        guard range.contains(number) else { throw outOfRange(name, "\(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    /// At most `most` numbers; empty if absent.
    func numbers(_ name: String, in range: ClosedRange<Double>, most: Int) throws(BodyError) -> [Double] {
        let elements = try elements(name)
        if elements.count > most { throw outOfRange(name, "at most \(most) numbers") }
        let at = pointer.appending(name)
        var numbers: [Double] = []
        for (index, element) in elements.enumerated() {
            let number: Double
            do { number = try element.doubleValue(at: at.appending(index: index)) } catch { throw .json(error) }
            guard range.contains(number) else {
                throw outOfRange(name, "numbers from \(range.lowerBound) to \(range.upperBound)")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Exactly `count` bytes, two digits each.
    package func bytes(_ name: String, count: Int) throws(BodyError) -> [UInt8]? {
        guard let text = try text(name) else { return nil }
        guard let bytes = Hexadecimal.bytes(text.utf8), bytes.count == count else {
            throw outOfRange(name, "\(2 * count) hexadecimal digits")
        }
        return bytes
    }

    package func object(_ name: String) throws(BodyError) -> ObjectMembers? {
        let value = self[name]
        if case .null = value { return nil }
        return try ObjectMembers(value, at: pointer.appending(name))
    }

    /// Empty if absent.
    func elements(_ name: String) throws(BodyError) -> JSONArray {
        let value = self[name]
        if case .null = value { return [] }
        do { return try value.arrayValue(at: pointer.appending(name)) } catch { throw .json(error) }
    }

    func objects(_ name: String) throws(BodyError) -> [ObjectMembers] {
        let at = pointer.appending(name)
        var objects: [ObjectMembers] = []
        for (index, element) in try elements(name).enumerated() {
            objects.append(try ObjectMembers(element, at: at.appending(index: index)))
        }
        return objects
    }

    /// The error for a member whose value is outside `range`.
    package func outOfRange(_ name: String, _ range: String) -> BodyError {
        var text: [UInt8] = []
        text.appendJSON(self[name])
        let value = JSONError.clipped(String(decoding: text, as: UTF8.self))
        return .outOfRange(pointer: pointer.appending(name).text, value: value, range: range)
    }

    private subscript(name: String) -> JSONValue { members[name] ?? .null }
}
