/// One line of a batch: a call, and the place of its body in the line.
package struct BatchLine {
    package internal(set) var method = ""
    /// The path's bytes within the line, between its quotes.
    package internal(set) var path = 0..<0
    /// The path, if its bytes in the line are escaped.
    package internal(set) var unescapedPath: String?
    /// The bytes of the body within the line; nil if there is none. The call checks them.
    package internal(set) var body: Range<Int>?
    package internal(set) var headers = LineHeaders()

    init() {}

    /// Reads it at once; `BatchLineReading` reads a long one in steps.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, bodyLimit: Int) throws(BatchLineError) {
        var reading = BatchLineReading(bytes, bodyLimit: bodyLimit)
        while try reading.step() {}
        self = reading.line
    }
}
