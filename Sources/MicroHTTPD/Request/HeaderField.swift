/// One header line of a request, where libmicrohttpd keeps it; valid while the request lasts.
package struct HeaderField {
    package let name: UnsafeBufferPointer<UInt8>
    let value: UnsafeBufferPointer<UInt8>

    /// As libmicrohttpd reports it; a field without a value may have none.
    init(_ name: UnsafePointer<CChar>, _ nameCount: Int, _ value: UnsafePointer<CChar>?, _ valueCount: Int) {
        self.name = UnsafeRawBufferPointer(start: name, count: nameCount).assumingMemoryBound(to: UInt8.self)
        self.value = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)
            .assumingMemoryBound(to: UInt8.self)
    }

    init(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)) {
        self.name = name
        self.value = value
    }

    /// The value without the white space after it, which libmicrohttpd keeps.
    package var trimmedValue: UnsafeBufferPointer<UInt8> {
        var count = value.count
        while count > 0, value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
        return UnsafeBufferPointer(rebasing: value[..<count])
    }

    /// Whether both lie in the same bytes.
    func hasPlace(of other: HeaderField) -> Bool {
        name.baseAddress == other.name.baseAddress && name.count == other.name.count
            && value.baseAddress == other.value.baseAddress && value.count == other.value.count
    }

    /// Header names compare without regard to case; `candidate` is given in lower case or as usual.
    package func isNamed(_ candidate: StaticString) -> Bool {
        let count = candidate.utf8CodeUnitCount
        guard name.count == count else { return false }
        let other = candidate.utf8Start
        for index in 0..<count where Self.lower(name[index]) != Self.lower(other[index]) { return false }
        return true
    }

    /// In lower case: equal names have equal bytes.
    var lowercasedName: [UInt8] { name.map(Self.lower) }

    private static func lower(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}
