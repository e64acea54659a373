/// The versions of the lines that `progressd export` writes, by the number in the first of them.
///
/// A line never gets a member that its version does not name: to add one, add a case and its reading, and make it
/// `current`. From version 4 on the first line has `readBy`, too. Old exports stay readable.
package enum ExportFormat: Int64, CaseIterable, Sendable {
    case one = 1
    /// Reservations have a `tokenDigest` instead of their `token`.
    case two = 2
    /// Progresses have `startedAt`, `endedAt`, `control`, `run`, `previousID`, `hasLostName`, `isForgottenRun` and
    /// `isSilent`, failures `by` and `at`, rates `updatesPerSecond`, and there are runs whose trees are gone.
    case three = 3
    /// Rights have `createdAt` and `by`.
    case four = 4
    /// Rates have blocks instead of `unitsPerSecond`, progresses `urls`, a `foretelling` and a `createKey`, and runs a
    /// `profile` and steps.
    case five = 5

    package static let current = Self.five
    /// The lowest version of progressd that reads the current one.
    static let currentReader = "0.4.0"
    /// Whether rights say when they were made, and by whom.
    package var hasProvenance: Bool { rawValue >= Self.four.rawValue }
    static let name = "progressd-export"
    /// The member that names the lowest version of progressd that reads the lines.
    static let reader = "readBy"
}

/// The kind of a line after the first: its member `line`.
package enum ExportLine: String, Sendable {
    case progress = "progress"
    case reservation = "reservation"
    /// A grant, a claimed reservation's right, or a session.
    case right = "right"
    /// A run of a name whose tree is gone.
    case run = "run"
    case end = "end"

    private static let member = "line"

    /// - Returns: the kind of the line, and its members.
    package static func read(_ line: UnsafeRawBufferPointer) throws(BodyError) -> (ExportLine, ObjectMembers) {
        let members = try ObjectMembers(line)
        let name = try members.required(member, members.text)
        guard let line = ExportLine(rawValue: name) else {
            throw members.outOfRange(member, "progress, reservation, right, run or end")
        }
        return (line, members)
    }

    /// Appends `{"line":"…"`.
    package func appendStart(to bytes: inout [UInt8]) {
        bytes.append("{\"line\":\"")
        bytes.append(text: rawValue)
        bytes.append("\"")
    }

    /// The members of every line.
    package static let common: Set<String> = [member]
}

/// The last line of an export. Without it the export was cut short.
package enum ExportEnd {
    private static let members = ExportLine.common.union(["lineCount"])

    /// - Parameter lineCount: of all lines, including the first and this one.
    package static func append(lineCount: Int64, to bytes: inout [UInt8]) {
        ExportLine.end.appendStart(to: &bytes)
        bytes.append(",\"lineCount\":")
        bytes.appendJSON(lineCount)
        bytes.append("}\n")
    }

    package static func lineCount(_ members: ObjectMembers) throws(BodyError) -> Int64 {
        try members.check(knows: Self.members)
        return try members.requiredCount("lineCount")
    }
}
