import Testing

@testable import progressctl

struct PipeLineTests {
    private func text(_ count: Int64, _ rate: Double, of size: Int64?, width: Int = 79) -> String {
        PipeLine.text(count, seconds: 12, rate: rate, size: size, width: width)
    }

    @Test func `without a size it says how much, how long and how fast`() {
        #expect(text(0, 0, of: nil) == "     0B 0:00:12 [     0B/s]")
        #expect(text(1_320_702_444, 110_100_480, of: nil) == "1.23GiB 0:00:12 [ 105MiB/s]")
    }

    @Test func `with a size also how far, and how long still`() {
        let line = text(50 << 20, Double(5 << 20), of: 100 << 20)

        #expect(line.hasPrefix("50.0MiB 0:00:12 [5.00MiB/s] [===="))
        #expect(line.hasSuffix("]  50% ETA 0:00:10"))
        #expect(line.count == 79)
    }

    @Test func `it is not done before all has passed`() {
        #expect(text(999_999, 1, of: 1_000_000).contains(" 99% ETA 0:00:01"))
        #expect(text(1_000_000, 1, of: 1_000_000).hasSuffix("] 100%"))
        #expect(text(2_000_000, 1, of: 1_000_000).hasSuffix("] 100%"))
    }

    @Test func `a narrow terminal gets no bar`() {
        #expect(text(50, 5, of: 100, width: 40) == "    50B 0:00:12 [     5B/s] 50% ETA 0:00")
        #expect(text(50, 5, of: 100, width: 10).count == 10)
    }
}
