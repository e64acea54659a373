/// Words around a number that show that it measures something else than progress.
enum MeasureWords {
    /// Whether the words or the decimal number before show that it measures something else, such as a load.
    static func end(_ head: ArraySlice<UInt8>) -> Bool {
        let trimmed = Self.trimmed(head)
        if endsWithMeasure(trimmed) { return true }
        let digits = trimmed.reversed().prefix(while: \.isDigit).count
        let before = trimmed.dropLast(digits)
        return head.last == UInt8(ascii: " ") && trimmed.count + 1 == head.count && digits == 2
            && before.last == UInt8(ascii: ".")
    }

    /// Whether counts are of files all the same: `Saved 3/10 files`, `Copying disk 1/3`.
    static func allowCounts(after head: ArraySlice<UInt8>) -> Bool { deeds.contains(lastWord(trimmed(head)).word) }

    /// `Saving: 45%`
    static func allowPercent(after head: ArraySlice<UInt8>) -> Bool { lastWord(trimmed(head)).word == "saving" }

    /// `45% cache hits`, `3.1G/16G used`.
    static func begin(_ rest: ArraySlice<UInt8>) -> Bool {
        let words = Self.words(rest)
        return words.first.map(measures.contains) == true || !outcomes.isDisjoint(with: words)
    }

    /// `3 of 10 seconds`, `3 of 10 tests failed`
    static func spoilCounts(before rest: ArraySlice<UInt8>) -> Bool {
        let words = Self.words(rest)
        return words.first.map(durations.contains) == true || !outcomes.isDisjoint(with: words)
    }

    /// `retry `, `retries left: `, `reduced by `, `F1: `, `GPU 0: `
    private static func endsWithMeasure(_ head: ArraySlice<UInt8>) -> Bool {
        let (last, rest) = lastWord(head)
        if measures.contains(last) || failures.contains(last) { return true }
        if links.contains(last) { return measures.contains(lastWord(rest).word) }
        if last.utf8.allSatisfy(\.isDigit) { return devices.contains(lastWord(rest).word) }
        return devices.contains(String(last.prefix { !$0.isNumber }))
    }

    /// The word at the end, and what is before it.
    private static func lastWord(_ head: ArraySlice<UInt8>) -> (word: String, rest: ArraySlice<UInt8>) {
        let start = head.lastIndex { !$0.isASCIILetter && !$0.isDigit }.map { $0 + 1 } ?? head.startIndex
        return (lowercased(head[start...]), trimmed(head[..<start]))
    }

    private static func trimmed(_ head: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let head = head.dropLast(head.reversed().prefix { " :=(<~#".utf8.contains($0) }.count)
        return head.suffix(3).elementsEqual("...".utf8) ? head.dropLast(3) : head
    }

    /// The first words of `rest`, three at most, with nothing but spaces between them.
    private static func words(_ rest: ArraySlice<UInt8>) -> [String] {
        var rest = rest.drop { " )".utf8.contains($0) }
        var words: [String] = []
        while words.count < 3, rest.first?.isASCIILetter == true {
            let word = rest.prefix { $0.isASCIILetter }
            words.append(lowercased(word))
            rest = rest[word.endIndex...].drop { $0 == UInt8(ascii: " ") }
        }
        return words
    }

    private static func lowercased(_ word: ArraySlice<UInt8>) -> String {
        String(decoding: word, as: UTF8.self).lowercased()
    }

    private static let measures: Set<String> = [
        "acc", "accuracy", "attempt", "attempts", "battery", "charged", "charging", "compressed", "compression",
        "confidence", "coverage", "covered", "cpu", "decrease", "decreased", "deflated", "disk", "dissimilarity",
        "f1", "faster", "free", "full", "gain", "gained", "gpu", "grade", "heap", "hit", "hits", "idle", "load",
        "loss", "mem", "memory", "opacity", "original", "packet", "peers", "precision", "psnr", "ram", "rate",
        "rated", "rating", "ratio", "recall", "reconnect", "reconnecting", "reduced", "reduction", "retried",
        "retries", "retry", "retrying", "rss", "saved", "saving", "savings", "score", "similar", "similarity",
        "slots", "slower", "smaller", "space", "stored", "swap", "threads", "top1", "top5", "tries", "try", "usage",
        "used", "using", "util", "utilization", "volume", "vram", "width", "workers",
    ]

    /// Those that are also what a program does with files, or what it works on.
    private static let deeds: Set<String> = [
        "compressed", "deflated", "disk", "packet", "reduced", "saved", "saving", "stored", "volume",
    ]

    /// Words between a measure and its number.
    private static let links: Set<String> = ["at", "by", "is", "left", "of", "remaining", "size", "to", "was"]

    /// Those of which a machine has several, with numbers.
    private static let devices: Set<String> = ["battery", "core", "cpu", "disk", "gpu"]

    private static let failures: Set<String> = [
        "errors", "failed", "failing", "fails", "failure", "failures", "warnings",
    ]

    /// `3 of 10 tests failed` and `2/8 busy` say how it goes, and not how far it is.
    private static let outcomes = failures.union(["busy", "hits", "threads", "unreachable", "workers", "timed", "vus"])

    private static let durations: Set<String> = [
        "d", "day", "days", "h", "hour", "hours", "hr", "m", "min", "mins", "minute", "minutes", "ms", "s", "sec",
        "second", "seconds", "secs",
    ]
}
