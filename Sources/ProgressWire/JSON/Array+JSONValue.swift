extension [UInt8] {
    /// Appends a value on one line without white space; numbers as they came. Does not recurse.
    package mutating func appendJSON(_ value: JSONValue) {
        var open: [(storage: JSONStorage, next: Int)] = []
        appendStart(of: value, &open)
        while let (storage, position) = open.last {
            let isObject = !storage.contents.keys.isEmpty
            guard position < storage.contents.values.count else {
                append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            if position > 0 { append(UInt8(ascii: ",")) }
            if isObject {
                appendJSON(storage.contents.keys[position].text)
                append(UInt8(ascii: ":"))
            }
            appendStart(of: storage.contents.values[position], &open)
        }
    }

    /// Appends a scalar or an empty container; of any other container the opening bracket, and pushes it on `open`.
    private mutating func appendStart(of value: JSONValue, _ open: inout [(storage: JSONStorage, next: Int)]) {
        switch value {
        case .null: append("null")
        case .bool(let value): appendJSON(value)
        case .number(let number): append(text: number.text)
        case .string(let text): appendJSON(text)
        case .array(let elements):
            guard let storage = elements.storage else { return append("[]") }
            append(UInt8(ascii: "["))
            open.append((storage, 0))
        case .object(let members):
            guard let storage = members.storage else { return append("{}") }
            append(UInt8(ascii: "{"))
            open.append((storage, 0))
        }
    }
}
