import ProgressStore
import TestSupport

/// The work of `progressd export` and `progressd import`, without the program around it.
enum Moving {
    static let moment: Int64 = 1_763_726_400_000

    /// The lines, as they are in a file.
    static func export(_ folder: DataFolder, at now: Int64 = moment) throws -> [UInt8] {
        let target = DataFolder()
        var output = try ExportOutput(path: "\(target.path)/export")
        _ = try DataExport(path: folder.path).write(to: &output, at: now)
        return target.bytes(of: "export")
    }

    static func lines(_ export: [UInt8]) -> [String] {
        String(decoding: export, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @discardableResult
    static func `import`(_ lines: [UInt8], into path: String) throws -> MovedCounts {
        let source = DataFolder()
        source.write(lines, to: "export")
        var input = try ImportInput(path: "\(source.path)/export")
        return try DataImport.run(into: path, from: &input)
    }

    static func `import`(_ lines: [String], into path: String) throws {
        try `import`(Array((lines.joined(separator: "\n") + "\n").utf8), into: path)
    }
}
