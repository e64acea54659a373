import ProgressClient

/// One element of a list.
struct ListItem {
    /// The element as the service wrote it.
    let bytes: [UInt8]
    let snapshot: ProgressSnapshot
}

/// Splits a JSON array into the bytes of its elements, which are passed on as the service wrote them.
enum RawItems {
    /// The elements of the array that is the value of `"items"`; the document is one that the service made.
    /// - Complexity: O(bytes).
    static func split(_ document: some Collection<UInt8>) -> [[UInt8]] {
        var items: [[UInt8]] = []
        var item: [UInt8] = []
        var depth = 0
        var isText = false
        var isEscaped = false
        for byte in document {
            // Depth 1 is the envelope, 2 the array, 3 and more an element.
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    isText = byte != UInt8(ascii: "\"")
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
            if depth >= 3 { item.append(byte) }
            if depth == 2, !item.isEmpty {
                item.append(byte)
                items.append(item)
                item = []
            }
        }
        return items
    }
}
