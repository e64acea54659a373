/// The value as a wanted type; `pointer` is its place, and is evaluated only for an error.
extension JSONValue {
    package func int64Value(at pointer: @autoclosure () -> JSONPointer) throws(JSONError) -> Int64 {
        guard case .number(let number) = self else { throw wrongType("an integer", at: pointer()) }
        guard let value = number.int64 else {
            throw .notAnInteger(pointer: pointer().text, text: JSONError.clipped(number.text))
        }
        return value
    }

    package func doubleValue(at pointer: @autoclosure () -> JSONPointer) throws(JSONError) -> Double {
        guard case .number(let number) = self else { throw wrongType("a number", at: pointer()) }
        guard let value = number.double else {
            throw .notFinite(pointer: pointer().text, text: JSONError.clipped(number.text))
        }
        return value
    }

    package func stringValue(at pointer: @autoclosure () -> JSONPointer) throws(JSONError) -> String {
        guard case .string(let value) = self else { throw wrongType("a string", at: pointer()) }
        return value
    }

    package func boolValue(at pointer: @autoclosure () -> JSONPointer) throws(JSONError) -> Bool {
        guard case .bool(let value) = self else { throw wrongType("a boolean", at: pointer()) }
        return value
    }

    package func arrayValue(at pointer: @autoclosure () -> JSONPointer) throws(JSONError) -> JSONArray {
        guard case .array(let value) = self else { throw wrongType("an array", at: pointer()) }
        return value
    }

    package func objectValue(at pointer: @autoclosure () -> JSONPointer) throws(JSONError) -> JSONObject {
        guard case .object(let value) = self else { throw wrongType("an object", at: pointer()) }
        return value
    }

    /// The name of the type, for messages.
    package var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    private func wrongType(_ expected: String, at pointer: JSONPointer) -> JSONError {
        .wrongType(pointer: pointer.text, expected: expected, found: typeName)
    }
}
