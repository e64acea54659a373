/// A header value that is a list of tokens with commas between them.
enum HeaderList {
    /// - Parameter word: in lower case.
    static func contains(_ word: StaticString, in list: UnsafeBufferPointer<UInt8>) -> Bool {
        var isThere = false
        forEach(in: list) { if $0.isNamed(word) { isThere = true } }
        return isThere
    }

    /// The tokens as fields, because names compare without regard to case.
    static func forEach(in list: UnsafeBufferPointer<UInt8>, _ body: (HeaderField) -> Void) {
        for piece in list.split(separator: UInt8(ascii: ",")) {
            var word = piece
            while word.first == 0x20 || word.first == 0x09 { word.removeFirst() }
            while word.last == 0x20 || word.last == 0x09 { word.removeLast() }
            body(HeaderField(name: UnsafeBufferPointer(rebasing: word)))
        }
    }
}
