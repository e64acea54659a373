import Foundation
import ProgressParsers

/// A real program's output, as a parser read it.
struct Recording {
    let readings: [Reading]

    /// - Parameter size: how many bytes come at once.
    init(_ name: String, _ program: Program, arguments: [String] = [], size: Int = 4_096) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings/\(name)")
        self.init(try Data(contentsOf: file), program, arguments: arguments, size: size)
    }

    init(text: String, _ program: Program, arguments: [String] = []) {
        self.init(Data(text.utf8), program, arguments: arguments, size: 4_096)
    }

    private init(_ bytes: Data, _ program: Program, arguments: [String], size: Int) {
        var parser = program.parser(for: arguments)
        var splitter = LineSplitter()
        var readings: [Reading] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
                splitter.feed(piece) { line, isFinished in
                    if let reading = parser.read(line, isFinished: isFinished), reading != readings.last {
                        readings.append(reading)
                    }
                }
            }
        }
        self.readings = readings
    }

    /// The completed counts of all readings, in order.
    var counts: [Int64] { readings.map(\.completed) }

    var isMonotone: Bool { zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 } }
}

/// The readings of a script that prints `text`.
func readings(_ text: String, _ program: Program = .auto) -> [Reading] {
    Recording(text: text, program, arguments: ["work"]).readings
}

/// A part that is gone when the next one begins.
func fleetingPart(_ name: String, _ completed: Int64, _ total: Int64) -> Part {
    var part = Part(name, completed: completed, total: total)
    part.isFleeting = true
    return part
}
