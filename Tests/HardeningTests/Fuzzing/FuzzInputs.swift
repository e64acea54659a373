import Foundation
import TestSupport

/// Inputs made of the handwritten ones in `Fuzz/Corpus`: cut, joined, repeated and damaged; the same on every run.
struct FuzzInputs {
    private let seeds: [[UInt8]]
    private var random: SeededGenerator

    init(_ subject: FuzzSubject, seed: UInt64) throws {
        let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let folder = project.appending(path: "Fuzz/Corpus/\(subject.rawValue)").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        seeds = try files.sorted { $0.path() < $1.path() }.map { Array(try Data(contentsOf: $0)) }
        random = SeededGenerator(seed: seed)
    }

    mutating func next() -> [UInt8] {
        var input = seeds.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...6, using: &random) { change(&input) }
        return Array(input.prefix(4_096))
    }

    private mutating func change(_ input: inout [UInt8]) {
        let start = Int.random(in: 0...input.count, using: &random)
        let end = Int.random(in: start...min(start + 16, input.count), using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: input.insert(UInt8.random(in: .min ... .max, using: &random), at: start)
        case 1: if start < input.count { input[start] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        case 2: input.removeSubrange(start..<end)
        case 3: input.insert(contentsOf: input[start..<end], at: start)
        case 4: input.insert(Array("{}[],:\"\\/0e.-%&=+?\n".utf8).randomElement(using: &random) ?? 0, at: start)
        default:
            let other = seeds.randomElement(using: &random) ?? []
            let cut = Int.random(in: 0...other.count, using: &random)
            input.insert(contentsOf: other[cut...].prefix(32), at: start)
        }
    }
}
