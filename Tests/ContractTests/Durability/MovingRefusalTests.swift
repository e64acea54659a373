import Glibc
import ProgressStore
import ProgressTelemetry
import TestKit
import TestSupport
import Testing

/// Inputs that `progressd export` and `progressd import` refuse, with one line and without leaving files.
struct MovingRefusalTests {
    private let folder = DataFolder()
    private let target = DataFolder()
    private let lines: [String]

    init() throws {
        let world = try DurableWorld(folder)
        _ = world.client.post(
            "/v1/progress",
            #"{"name":"a","totalUnitCount":3,"children":[{"name":"b","pendingUnitCount":1}]}"#
        )
        _ = world.client.post("/v1/progress", #"{"name":"c"}"#)
        _ = world.client.post("/v1/progress/a/reservations", #"{"pendingUnitCount":1}"#)
        world.server.stop()
        lines = Moving.lines(try Moving.export(folder))
    }

    /// The error of an import of these lines.
    private func refusal(_ lines: [String]) -> String? {
        let error = #expect(throws: MovingError.self) { try Moving.import(lines, into: target.path) }
        #expect(error?.exitStatus == 78)
        #expect(target.files.isEmpty)
        return error?.description
    }

    private func replacing(_ line: Int, _ piece: String, with other: String) -> [String] {
        var lines = lines
        lines[line - 1] = lines[line - 1].replacing(piece, with: other)
        return lines
    }

    @Test func `a service that runs keeps its directory to itself`() throws {
        let world = try DurableWorld(folder)

        let error = #expect(throws: MovingError.self) { try Moving.export(folder) }

        #expect(error?.description == "--data-directory: \(folder.path) is in use by another process")
        #expect(error?.exitStatus == 78)
        #expect(world.client.get("/v1/progress/a").status == 200)
    }

    @Test func `an export leaves the directory as it was`() throws {
        let before = folder.content

        _ = try Moving.export(folder)

        #expect(folder.content == before)
    }

    @Test func `there is no export of what holds no data, and nothing is made`() throws {
        for path in [target.path, "\(target.path)/absent"] {
            let error = #expect(throws: MovingError.self) { try DataExport(path: path) }

            #expect(error?.description == "\(path) holds no data of progressd")
        }
        #expect(target.files.isEmpty)
    }

    @Test func `a directory that has something in it takes no import`() throws {
        try Moving.import(lines, into: target.path)
        let before = target.content

        let error = #expect(throws: MovingError.self) { try Moving.import(lines, into: target.path) }

        #expect(error?.description.contains("is not empty") == true)
        #expect(target.content == before)
    }

    @Test func `a directory that is not there is made, and is gone again where the import fails`() throws {
        let path = "\(target.path)/new"

        #expect(throws: MovingError.self) { try Moving.import(Array(lines.dropLast()), into: path) }
        #expect(target.files.isEmpty)
        try Moving.import(lines, into: path)

        #expect(DataFolder(at: path).files == ["format", "journal-1", "lock", "snapshot-1"])
    }

    @Test func `an export that was cut anywhere is refused`() throws {
        let whole = Array((lines.joined(separator: "\n") + "\n").utf8)

        for count in stride(from: 0, to: whole.count - 1, by: 41) {
            #expect(throws: MovingError.self) { try Moving.import(Array(whole[..<count]), into: target.path) }
        }
        for line in lines.indices.dropLast() {
            var without = lines
            without.remove(at: line)
            #expect(refusal(without) != nil)
        }
        #expect(target.files.isEmpty)
        #expect(refusal(Array(lines.dropLast())) == "line 7: The export is incomplete: its last line is missing.")
    }

    @Test func `a bad line is named, with its number and its member`() {
        #expect(
            refusal(replacing(3, #""completedUnitCount":0"#, with: #""completedUnitCount":"0""#))
                == "line 3: /completedUnitCount is a string; expected: an integer."
        )
        #expect(
            refusal(replacing(2, #""version":1"#, with: #""version":1,"colour":2"#))
                == "line 2: The member /colour is unknown."
        )
        #expect(
            refusal(replacing(5, "}", with: "")) == "line 5: At byte 141: A comma or the end of the object is expected."
        )
    }

    @Test func `a version that is not known is refused by its number`() {
        #expect(
            refusal(replacing(1, #""version":5,"readBy":"0.4.0""#, with: #""version":6,"readBy":"0.9.0","more":1"#))
                == "line 1: The export was written by a newer progressd (0.9.0 or later reads it): it has the version 6, "
                + "and this one, \(Release.version), reads versions up to 5."
        )
        #expect(
            refusal(replacing(1, #""version":5,"readBy":"0.4.0""#, with: #""version":7"#))
                == "line 1: The export has the version 7, and names no progressd that reads it."
        )
        #expect(refusal(["{}"]) == "line 1: This is not the first line of an export of progressd.")
        #expect(refusal([]) == "line 1: This is not the first line of an export of progressd.")
    }

    @Test func `what does not fit together is refused`() {
        #expect(refusal([lines[0], lines[2], lines[1]] + lines[3...])?.contains("does not precede it") == true)
        #expect(refusal([lines[0], lines[3], lines[1], lines[2]] + lines[4...])?.contains("/position is") == true)
        #expect(refusal(lines[...3] + [lines[3]] + lines[4...])?.contains("second time") == true)
        #expect(refusal(lines[...4] + [lines[4]] + lines[5...])?.contains("second time") == true)
        #expect(refusal(replacing(4, #""c""#, with: #""a""#))?.contains("has the name a") == true)
        #expect(
            refusal(replacing(1, #""newestPosition":3"#, with: #""newestPosition":2"#))?.contains("/position") == true
        )
        #expect(refusal(replacing(1, #""newestChangeStamp":"#, with: #""newestChangeStamp":0,"x":"#)) != nil)
        #expect(refusal(replacing(1, #""rightCount":1"#, with: #""rightCount":2"#))?.contains("1 rights") == true)
        #expect(refusal(lines + [lines[5]])?.contains("Something follows") == true)
    }

    @Test func `an output that cannot be written to is an error, whenever it is noticed`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        var output = ExportOutput(descriptor: full, name: "standard output")

        let error = #expect(throws: MovingError.self) { try DataExport(path: folder.path).write(to: &output, at: 0) }

        #expect(error?.description == "cannot write to standard output: No space left on device")
        #expect(error?.exitStatus == 74)
    }

    @Test func `an export overwrites no file`() {
        target.write([1], to: "export")

        #expect(throws: MovingError.self) { _ = try ExportOutput(path: "\(target.path)/export") }

        #expect(target.bytes(of: "export") == [1])
    }
}
