/// A total that is known only from a percentage, rounded down: each pair of numbers narrows its range.
struct EstimatedTotal {
    private var lower: Int64 = 0
    private var upper = Int64.max

    /// The estimate after another pair of numbers; nil before the first percent.
    mutating func estimate(bytes: Int64, percent: Int64) -> Int64? {
        guard percent > 0, bytes > 0, bytes < Int64.max / 100 else { return nil }
        let least = percent == 100 ? bytes : bytes * 100 / (percent + 1) + 1
        let most = bytes * 100 / percent
        if least > upper || most < lower { (lower, upper) = (0, .max) }
        lower = max(lower, least)
        upper = min(upper, most)
        return percent == 100 ? bytes : lower + (upper - lower) / 2
    }
}
