/// The first line of an export: its format, and facts about all lines.
package struct ExportHeader: Equatable, Sendable {
    /// The version of all lines.
    package private(set) var format = ExportFormat.current
    /// Milliseconds since 1970.
    package var exportedAt: Int64
    package var progressCount: Int64 = 0
    package var reservationCount: Int64 = 0
    package var rightCount: Int64 = 0
    /// 0 in versions before 3, which have no runs.
    package var runCount: Int64 = 0
    /// No line has a higher `changeStamp`.
    package var newestChangeStamp: Int64 = 0
    /// The newest `position` that was ever given.
    package var newestPosition: Int64 = 0

    private typealias Count = (name: String, path: any WritableKeyPath<ExportHeader, Int64> & Sendable)

    private static let oldCounts: [Count] = [
        ("progressCount", \.progressCount), ("reservationCount", \.reservationCount), ("rightCount", \.rightCount),
        ("newestChangeStamp", \.newestChangeStamp), ("newestPosition", \.newestPosition),
    ]
    private static let counts = oldCounts + [("runCount", \.runCount)]

    package init(exportedAt: Int64) { self.exportedAt = exportedAt }

    /// - Throws: for anything but the first line of an export in a known version.
    package init(_ line: UnsafeRawBufferPointer) throws(ExportHeaderError) {
        let members: ObjectMembers
        do { members = try ObjectMembers(line) } catch { throw .notAnExport }
        guard let name = try? members.text("format"), name == ExportFormat.name else { throw .notAnExport }
        guard let version = try? members.integer("version") else { throw .notAnExport }
        guard let format = ExportFormat(rawValue: version) else {
            guard version > ExportFormat.current.rawValue, let reader = try? members.text(ExportFormat.reader) else {
                throw .unknownVersion(version)
            }
            throw .newer(version, reader: reader)
        }
        do {
            switch format {
            case .one, .two, .three, .four, .five: try self.init(members, format)
            }
        } catch {
            throw .body(error)
        }
    }

    private init(_ members: ObjectMembers, _ format: ExportFormat) throws(BodyError) {
        let counts = format == .one || format == .two ? Self.oldCounts : Self.counts
        var known = Set(counts.map(\.name)).union(["format", "version", "exportedAt"])
        if format.rawValue >= ExportFormat.four.rawValue { known.insert(ExportFormat.reader) }
        try members.check(knows: known)
        self.init(exportedAt: try members.required("exportedAt", members.moment))
        self.format = format
        for (name, path) in counts { self[keyPath: path] = try members.requiredCount(name) }
    }

    package func append(to bytes: inout [UInt8]) {
        bytes.append("{\"format\":")
        bytes.appendJSON(ExportFormat.name)
        bytes.append(",\"version\":")
        bytes.appendJSON(ExportFormat.current.rawValue)
        bytes.append(",\"readBy\":")
        bytes.appendJSON(ExportFormat.currentReader)
        bytes.append(",\"exportedAt\":")
        bytes.appendRFC3339(milliseconds: exportedAt)
        for (name, path) in Self.counts {
            bytes.append(",")
            bytes.appendJSON(name)
            bytes.append(":")
            bytes.appendJSON(self[keyPath: path])
        }
        bytes.append("}\n")
    }
}

/// Why the first line of an export is refused.
package enum ExportHeaderError: Error, Equatable, Sendable {
    case notAnExport
    /// No progressd writes it: each version from 4 on names the lowest progressd that reads it.
    case unknownVersion(Int64)
    case newer(Int64, reader: String)
    case body(BodyError)
}
