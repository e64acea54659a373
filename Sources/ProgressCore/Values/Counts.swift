/// A node's own two counters, and the values that follow from them alone (docs/contract.md, section 2).
package struct Counts: Equatable, Sendable {
    package var total: Int64
    package var completed: Int64

    package init(total: Int64, completed: Int64) {
        self.total = total
        self.completed = completed
    }

    package var isIndeterminate: Bool { total < 0 || completed < 0 || (total == 0 && completed == 0) }

    package var isFinished: Bool { !isIndeterminate && completed >= total && completed > 0 }

    /// The fraction of these counts plus `childSum`, the units that uncredited children stand for so far.
    ///
    /// Every term is non-negative where the result is not fixed, so rounding errors never cancel and the
    /// relative error stays a few units in the last place. Never NaN, -0 or infinite.
    package func fraction(childSum: Double) -> Double {
        if isIndeterminate { return 0 }
        if total == 0 { return 1 }
        return min((Double(completed) + childSum) / Double(total), .greatestFiniteMagnitude)
    }

    /// Whole percent, rounded down. `isExact` says that the counts alone decide, so the division is of integers:
    /// floor(0.29 * 100) is 28 in binary floating point.
    package func percent(fraction: Double, isExact: Bool) -> Int {
        if isIndeterminate { return 0 }
        let most = 999_999
        guard isExact, total > 0 else {
            if fraction >= Double(most) / 100 { return most }
            let percent = Int(fraction * 100 + 1e-9)
            return fraction < 1 ? min(percent, 99) : percent
        }
        let (quotient, _) = UInt64(total).dividingFullWidthClamped(UInt64(completed).multipliedFullWidth(by: 100))
        return Int(min(quotient, UInt64(most)))
    }
}

extension UInt64 {
    /// Division of a two-word number that stops at the largest word instead of trapping on overflow.
    fileprivate func dividingFullWidthClamped(
        _ dividend: (high: UInt64, low: UInt64)
    ) -> (quotient: UInt64, remainder: UInt64) {
        dividend.high >= self ? (.max, 0) : dividingFullWidth(dividend)
    }
}
