extension Describer {
    /// An additional description as it reads when less time is left than it was written with; nil where it does not
    /// say that time in this language. It names no smaller units than before.
    ///
    /// - Parameter told: the seconds that it was written with.
    package func counted(down description: String, from told: Double, to left: Double) -> String? {
        guard let told = UInt64(exactly: told.rounded(.down)), let left = UInt64(exactly: left.rounded(.down)) else {
            return nil
        }
        let fine = DurationParts(seconds: told)
        let coarse = DurationParts(seconds: told, uncertainty: .infinity)
        for former in fine == coarse ? [coarse] : [fine, coarse] {
            for isInitial in [false, true] {
                guard let range = description.firstRange(of: text(former, isInitial)) else { continue }
                return description[..<range.lowerBound] + text(next(former, left), isInitial)
                    + description[range.upperBound...]
            }
        }
        return nil
    }

    private func next(_ former: DurationParts, _ left: UInt64) -> DurationParts {
        let fine = DurationParts(seconds: left)
        let isFine = former.smaller != nil && fine.larger.unit == former.larger.unit
        return isFine ? fine : DurationParts(seconds: left, uncertainty: .infinity)
    }

    private func text(_ parts: DurationParts, _ isInitial: Bool) -> String {
        var bytes: [UInt8] = []
        appendTime(parts, isInitial: isInitial, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
