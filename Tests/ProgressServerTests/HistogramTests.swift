import Testing

@testable import ProgressTelemetry

struct HistogramTests {
    @Test func `a value counts in the first bucket whose bound it does not exceed`() {
        let histogram = Histogram(bounds: [10, 20])

        for value in [0, 10, 11, 20, 21, 1_000] { histogram.note(value) }

        #expect(histogram.reading == HistogramReading(bounds: [10, 20], counts: [2, 2, 2], sum: 1_062))
    }

    @Test func `two readings add up place by place`() {
        let one = HistogramReading(bounds: [1], counts: [2, 3], sum: 10)
        let other = HistogramReading(bounds: [1], counts: [5, 7], sum: 20)

        #expect(one + other == HistogramReading(bounds: [1], counts: [7, 10], sum: 30))
    }

    @Test func `a bank counts each place for itself`() {
        let bank = CounterBank(count: 3)

        bank.add(at: 0)
        bank.add(5, at: 1)
        bank.add(at: 1)
        bank.set(9, at: 2)

        #expect(bank.values() == [1, 6, 9])
    }
}
