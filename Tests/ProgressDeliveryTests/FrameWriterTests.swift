import Testing

@testable import ProgressDelivery

struct FrameWriterTests {
    @Test func `each stream has a time of its own to come back, from 1 to 5 s`() {
        var random = Steps()

        let lines = (0..<200).map { _ in String(decoding: FrameWriter.retry(using: &random), as: UTF8.self) }

        let times = lines.compactMap { Int($0.dropFirst(7).dropLast()) }
        #expect(lines.allSatisfy { $0.hasPrefix("retry: ") && $0.hasSuffix("\n") && !$0.hasSuffix("\n\n") })
        #expect(times.count == 200 && times.allSatisfy { (1_000...5_000).contains($0) })
        #expect(Set(times.map { $0 / 1_000 }).isSuperset(of: [1, 2, 3, 4]))
    }

    /// Splitmix64.
    private struct Steps: RandomNumberGenerator {
        var state: UInt64 = 7

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var value = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
            value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
            return value ^ value >> 31
        }
    }
}
