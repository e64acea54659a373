#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

enum StandardError {
    /// One line in one write, so that it does not mix with those of others. An error is nobody's business here.
    static func say(_ text: String) {
        let line = Array("progressd: \(text)\n".utf8)
        line.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            _ = write(STDERR_FILENO, start, bytes.count)
        }
    }
}
