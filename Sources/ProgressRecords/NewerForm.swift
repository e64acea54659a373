internal import CCommit

/// Data that a newer progressd wrote, and this one does not know: not damaged, because its checksum is right.
package struct NewerForm: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path of a file, or the entry or part of a log: `entry 17 of the log`.
    private let source: String
    /// A clause: `it has the form 3`.
    private let found: String
    /// The forms that this version reads instead: `forms up to 2`.
    private let known: String
    /// The lowest version that reads it, where the source names one.
    private let reader: String?

    package init(_ source: String, _ found: String, known: String, reader: String? = nil) {
        self.source = source
        self.found = found
        self.known = known
        // It may come from any file, and goes to terminals.
        self.reader = reader.flatMap { $0.utf8.allSatisfy(Self.isOfVersion) ? $0 : nil }
    }

    private static func isOfVersion(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte >= 48 && byte < 58
            || byte | 32 >= 97 && byte | 32 < 123
    }

    package var description: String {
        let writer = reader.map { " (\($0) or later reads it)" } ?? ""
        return
            "\(source) was written by a newer progressd\(writer): \(found), and this one, \(PROGRESSD_VERSION), reads \(known)"
    }
}
