/// Decides which headers a proxy hands on (RFC 9110, 7.6.1), in requests and replies.
struct EndToEnd {
    /// The names in all lines of `Connection`, in lower case.
    private let named: Set<[UInt8]>

    /// - Complexity: O(bytes).
    init(_ fields: [HeaderField]) {
        var named: Set<[UInt8]> = []
        for field in fields where field.name.count == 10 && field.isNamed("connection") {
            HeaderList.forEach(in: field.value) { named.insert($0.lowercasedName) }
        }
        self.named = named
    }

    /// False for fields about this connection alone, for the length of the body, which each sender states itself, and
    /// for `Expect`, which has been answered.
    func includes(_ field: HeaderField) -> Bool {
        let isOfConnection =
            switch field.name.count {
            case 2: field.isNamed("te")
            case 6: field.isNamed("expect")
            case 7: field.isNamed("upgrade") || field.isNamed("trailer")
            case 10: field.isNamed("connection") || field.isNamed("keep-alive")
            case 14: field.isNamed("content-length")
            case 16: field.isNamed("proxy-connection")
            case 17: field.isNamed("transfer-encoding")
            default: false
            }
        return !isOfConnection && (named.isEmpty || !named.contains(field.lowercasedName))
    }
}
