/// The headers of a line of a batch. There are few, and most lookups find nothing.
package struct LineHeaders: Sendable {
    private var fields: [(name: String, value: [UInt8])] = []
    /// Bytes of all names and values.
    package private(set) var byteCount = 0

    package init(_ fields: [(name: String, value: String)] = []) {
        for field in fields { append(field.name, field.value) }
    }

    var count: Int { fields.count }

    mutating func append(_ name: String, _ value: String) {
        byteCount += name.utf8.count + value.utf8.count
        fields.append((name.lowercased(), Array(value.utf8)))
    }

    /// The first of the names that has more than one field, in different cases.
    /// - Parameter names: in lower case.
    package func repeated(of names: [StaticString]) -> StaticString? {
        if fields.count < 2 { return nil }
        return names.first { name in
            let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            return fields.lazy.filter { $0.name.utf8.elementsEqual(wanted) }.prefix(2).count == 2
        }
    }

    /// If names differ only in case, the last counts.
    /// - Parameter name: in lower case.
    package func value(_ name: StaticString) -> [UInt8]? {
        if fields.isEmpty { return nil }
        for field in fields.reversed() where field.name.utf8.count == name.utf8CodeUnitCount {
            let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            if field.name.utf8.elementsEqual(wanted) { return field.value }
        }
        return nil
    }
}
