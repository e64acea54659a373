/// A header value that is a list of tokens with commas between them.
enum HeaderList {
    /// - Parameter word: in lower case.
    static func contains(_ word: StaticString, in list: UnsafeBufferPointer<UInt8>) -> Bool {
        contains(in: list) { $0.isNamed(word) }
    }

    static func contains(_ word: UnsafeBufferPointer<UInt8>, in list: UnsafeBufferPointer<UInt8>) -> Bool {
        contains(in: list) { $0.hasName(of: HeaderField(name: word)) }
    }

    /// The pieces as fields, because names compare without regard to case.
    private static func contains(
        in list: UnsafeBufferPointer<UInt8>,
        _ isWanted: (HeaderField) -> Bool
    ) -> Bool {
        for piece in list.split(separator: UInt8(ascii: ",")) {
            var word = piece
            while word.first == 0x20 || word.first == 0x09 { word.removeFirst() }
            while word.last == 0x20 || word.last == 0x09 { word.removeLast() }
            if isWanted(HeaderField(name: UnsafeBufferPointer(rebasing: word))) { return true }
        }
        return false
    }
}
