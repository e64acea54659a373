/// The last line of an export, without which it is not whole.
package enum ExportEnd {
    private static let members = ExportLine.common.union(["lineCount"])

    /// - Parameter lineCount: all lines, the first and this one included.
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
