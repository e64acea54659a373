import Foundation
import TestSupport
import Testing

@testable import ProgressWire

/// Foundation as the oracle, where it is strict enough.
struct JSONOracleTests {
    @Test func `random documents mean to Foundation what they mean to us`() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<1500 {
            let value = Self.value(depth: 5, &random)
            let text = value.text
            let read = try JSONValue(text)
            #expect(read == value && read.text == text)

            // Foundation's object, written by Foundation and read by us, is the same again.
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            let written = try JSONSerialization.data(withJSONObject: object, options: .fragmentsAllowed)
            #expect(try JSONReader.parse(Array(written)) == value)
        }
    }

    /// Foundation also takes trailing commas, byte order marks, UTF-16 and duplicate keys, so it says nothing about
    /// what we refuse; and it refuses numbers beyond the finite doubles, which we carry.
    @Test func `of damaged documents none is accepted that Foundation refuses`() throws {
        var random = SeededGenerator(seed: 7)
        var accepted = 0
        for _ in 0..<6000 {
            var bytes = Array(Self.value(depth: 3, &random).text.utf8)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let position = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[position] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.insert(Array("{}[],:\"\\0e.-".utf8).randomElement(using: &random) ?? 0, at: position)
                default: if bytes.count > 1 { bytes.remove(at: position) }
                }
            }
            guard (try? JSONReader.parse(bytes)) != nil, try Self.hasFiniteNumbers(bytes) else { continue }
            accepted += 1
            let object = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(object != nil, "\(String(decoding: bytes, as: UTF8.self))")
        }

        #expect(accepted > 100)
    }

    private static func hasFiniteNumbers(_ bytes: [UInt8]) throws -> Bool {
        try bytes.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            while true {
                switch try scanner.nextToken() {
                case .number(let number): if scanner.double(number) == nil { return false }
                case .end: return true
                default: continue
                }
            }
        }
    }

    private static func value(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random))
        case 3: return .number(JSONNumber(Double(Int.random(in: -1000...1000, using: &random)) / 64))
        case 4, 5: return .string(string(&random))
        case 6:
            return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth - 1, &random) })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                object[string(&random)] = value(depth: depth - 1, &random)
            }
            return .object(object)
        }
    }

    private static func string(_ random: inout SeededGenerator) -> String {
        let alphabet: [Unicode.Scalar] = [
            "a", "b", "c", "/", "\"", "\\", "\n", "\u{1F}", "é", "€", "\u{2028}", "😀", "日", "ß",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
        }
        return text
    }
}
