/// Values of members in bodies and exports; null is nil.
package enum Field {
    typealias Pointer = () -> JSONPointer

    static func integer(_ value: JSONValue, _ at: Pointer) throws(BodyError) -> Int64? {
        if case .null = value { return nil }
        do { return try value.int64Value(at: at()) } catch { throw .json(error) }
    }

    static func bool(_ value: JSONValue, _ at: Pointer) throws(BodyError) -> Bool? {
        if case .null = value { return nil }
        do { return try value.boolValue(at: at()) } catch { throw .json(error) }
    }

    package static func text(
        _ value: JSONValue,
        _ at: () -> JSONPointer,
        limit: Int = FieldLimits.text
    ) throws(BodyError) -> String? {
        if case .null = value { return nil }
        let text: String
        do { text = try value.stringValue(at: at()) } catch { throw .json(error) }
        if text.utf8.count > limit { throw .textTooLong(pointer: at().text, count: text.utf8.count, limit: limit) }
        return text
    }

    static func nodeName(_ value: JSONValue, _ at: Pointer) throws(BodyError) -> String? {
        if case .null = value { return nil }
        guard case .string(let name) = value else { return try text(value, at) }
        guard NodeName.isValid(name.utf8) else {
            throw .invalidName(pointer: at().text, JSONError.clipped(name))
        }
        return name
    }

    /// - Parameter least: how a problem calls the lower end, which is 0 or above it.
    static func number(
        _ value: JSONValue,
        _ at: Pointer,
        least: String = "0",
        most: Double
    ) throws(BodyError) -> Double? {
        if case .null = value { return nil }
        guard case .number(let given) = value else {
            do { return try value.doubleValue(at: at()) } catch { throw .json(error) }
        }
        guard let number = given.double, number >= 0, number <= most else {
            let range = most == .greatestFiniteMagnitude ? "\(least) and up, finite" : "\(least) to \(Int64(most))"
            throw .outOfRange(pointer: at().text, value: JSONError.clipped(given.text), range: range)
        }
        return number == 0 ? 0 : number
    }

    static func duration(_ value: JSONValue, _ at: Pointer) throws(BodyError) -> Double? {
        try number(value, at, most: FieldLimits.duration)
    }

    package static func positiveDuration(_ value: JSONValue, _ at: () -> JSONPointer) throws(BodyError) -> Double? {
        let least = "above 0"
        guard let seconds = try number(value, at, least: least, most: FieldLimits.duration) else { return nil }
        if seconds > 0 { return seconds }
        throw .outOfRange(pointer: at().text, value: "0", range: "\(least) to \(Int64(FieldLimits.duration))")
    }

    static func object(_ value: JSONValue, _ at: Pointer) throws(BodyError) -> JSONObject {
        do { return try value.objectValue(at: at()) } catch { throw .json(error) }
    }
}
