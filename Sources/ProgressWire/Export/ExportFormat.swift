/// The versions of the lines that `progressd export` writes, by the number in the first of them.
///
/// A line never gets a member that its version does not name: to add one, add a case, its reading, and make it
/// `current`. What was written once stays readable.
package enum ExportFormat: Int64, CaseIterable, Sendable {
    case one = 1
    /// Reservations have a `tokenDigest` instead of their `token`.
    case two = 2

    package static let current = Self.two
    static let name = "progressd-export"
}

/// The kind of a line after the first: its member `line`.
package enum ExportLine: String, Sendable {
    case progress = "progress"
    case reservation = "reservation"
    /// A grant, a claimed reservation's right, or a session.
    case right = "right"
    case end = "end"

    private static let member = "line"

    /// - Returns: what the line is about, and its other members.
    package static func read(_ line: UnsafeRawBufferPointer) throws(BodyError) -> (ExportLine, ObjectMembers) {
        let members = try ObjectMembers(line)
        let name = try members.required(member, members.text)
        guard let line = ExportLine(rawValue: name) else {
            throw members.outOfRange(member, "progress, reservation, right or end")
        }
        return (line, members)
    }

    /// Appends `{"line":"…"`.
    package func appendStart(to bytes: inout [UInt8]) {
        bytes.append("{\"line\":\"")
        bytes.append(text: rawValue)
        bytes.append("\"")
    }

    /// The members that a line of this kind may have, beside its own.
    package static let common: Set<String> = [member]
}
