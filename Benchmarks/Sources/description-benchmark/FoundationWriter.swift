import Foundation

/// Foundation's format styles, made once for a language and reused; the words between them are given to it.
struct FoundationWriter {
    private let bytes: ByteCountFormatStyle
    private let duration: Duration.UnitsFormatStyle
    private let quotation: (String, String)

    init(locale: Locale) {
        bytes = ByteCountFormatStyle(style: .file, locale: locale)
        duration = Duration.UnitsFormatStyle(
            allowedUnits: [.days, .hours, .minutes, .seconds],
            width: .wide,
            maximumUnitCount: 2
        ).locale(locale)
        quotation = (locale.quotationBeginDelimiter ?? "“", locale.quotationEndDelimiter ?? "”")
    }

    func byteCount(describing all: [Described], times: Int) -> Int {
        var sum = 0
        for time in 0..<times { sum += text(all[time % all.count]).utf8.count }
        return sum
    }

    func text(_ described: Described) -> String {
        let completed = bytes.format(described.completedByteCount)
        let total = bytes.format(Described.totalByteCount)
        let rate = bytes.format(Described.bytesPerSecond)
        let time = Duration.seconds(described.secondsRemaining).formatted(duration)
        return "Copying \(quotation.0)\(Described.fileName)\(quotation.1)…"
            + "\(completed) of \(total) (\(rate)/sec) — \(time) remaining"
    }
}
