package import ProgressCore

/// The members of one line of an export, or of an object in it. What is null is as good as not there.
package struct ExportMembers {
    /// What counters may be that only grow: far enough from the end that they can go on.
    private static let counts: ClosedRange<Int64> = 0...1 << 62

    let members: JSONObject
    private let pointer: JSONPointer

    init(_ line: UnsafeRawBufferPointer) throws(BodyError) {
        var reader = JSONReader(line)
        let value: JSONValue
        do { value = try reader.parse() } catch { throw .json(error) }
        try self.init(value, at: .root)
    }

    init(_ value: JSONValue, at pointer: JSONPointer) throws(BodyError) {
        members = try Field.object(value) { pointer }
        self.pointer = pointer
    }

    /// - Throws: if there is a member that is none of `names`.
    package func check(knows names: Set<String>) throws(BodyError) {
        for (name, _) in members where !names.contains(name) {
            throw .unknownField(pointer: pointer.appending(name).text)
        }
    }

    /// What `read` makes of a member that has to be there.
    package func required<Value>(
        _ name: String,
        _ read: (String) throws(BodyError) -> Value?
    ) throws(BodyError) -> Value {
        guard let value = try read(name) else { throw .missingField(pointer: pointer.appending(name).text) }
        return value
    }

    // MARK: Values; nil where there is none

    package func text(_ name: String, limit: Int = FieldLimits.text) throws(BodyError) -> String? {
        try Field.text(value(name), { pointer.appending(name) }, limit: limit)
    }

    func integer(_ name: String) throws(BodyError) -> Int64? {
        try Field.integer(value(name)) { pointer.appending(name) }
    }

    func bool(_ name: String) throws(BodyError) -> Bool? {
        try Field.bool(value(name)) { pointer.appending(name) }
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

    /// A counter that only grows.
    func count(_ name: String, from least: Int64 = 0) throws(BodyError) -> Int64? {
        try integer(name, in: least...Self.counts.upperBound)
    }

    func requiredCount(_ name: String, from least: Int64 = 0) throws(BodyError) -> Int64 {
        try required(name) { name throws(BodyError) in try count(name, from: least) }
    }

    func integer(_ name: String, in range: ClosedRange<Int64>) throws(BodyError) -> Int64? {
        guard let number = try integer(name) else { return nil }
        guard range.contains(number) else { throw outOfRange(name, "\(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    func double(_ name: String, in range: ClosedRange<Double>) throws(BodyError) -> Double? {
        let value = value(name)
        if case .null = value { return nil }
        let number: Double
        do { number = try value.doubleValue(at: pointer.appending(name)) } catch { throw .json(error) }
        guard range.contains(number) else { throw outOfRange(name, "\(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    /// So many bytes, each as two digits.
    package func bytes(_ name: String, count: Int) throws(BodyError) -> [UInt8]? {
        guard let text = try text(name) else { return nil }
        guard let bytes = Hexadecimal.bytes(text.utf8), bytes.count == count else {
            throw outOfRange(name, "\(2 * count) hexadecimal digits")
        }
        return bytes
    }

    func object(_ name: String) throws(BodyError) -> ExportMembers? {
        let value = value(name)
        if case .null = value { return nil }
        return try ExportMembers(value, at: pointer.appending(name))
    }

    func objects(_ name: String) throws(BodyError) -> [ExportMembers] {
        let value = value(name)
        if case .null = value { return [] }
        let at = pointer.appending(name)
        let elements: JSONArray
        do { elements = try value.arrayValue(at: at) } catch { throw .json(error) }
        var objects: [ExportMembers] = []
        for (index, element) in elements.enumerated() {
            objects.append(try ExportMembers(element, at: at.appending(index: index)))
        }
        return objects
    }

    /// The value of `name` is none of `range`.
    package func outOfRange(_ name: String, _ range: String) -> BodyError {
        var text: [UInt8] = []
        text.appendJSON(value(name))
        let value = JSONError.clipped(String(decoding: text, as: UTF8.self))
        return .outOfRange(pointer: pointer.appending(name).text, value: value, range: range)
    }

    private func value(_ name: String) -> JSONValue { members[name] ?? .null }
}
