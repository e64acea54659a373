#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

enum StandardError {
    /// Prints one line in one write, so that it does not mix with other output. Errors are ignored.
    ///
    /// The text may quote a foreign reply: characters that move a terminal's cursor, or turn it, become spaces.
    static func say(_ text: String) {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(scalar.movesCursor ? " " : scalar) }
        let line = Array("progressd: \(String(shown))\n".utf8)
        line.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            _ = write(STDERR_FILENO, start, bytes.count)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var movesCursor: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
