/// Sixteen random bytes in the office's row, drawn for each change of it, never counted: an engine that rolls back a change
/// and gets another must not show the same mark twice.
package struct OfficeMark: Hashable, Sendable {
    package static let byteCount = 16

    private let high: UInt64
    private let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package static func draw(from source: inout some RandomNumberGenerator) -> OfficeMark {
        OfficeMark(high: source.next(), low: source.next())
    }
}

extension OfficeMark {
    /// As the engine keeps them: `byteCount` of them.
    package var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// Nil unless there are `byteCount`.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(bytes.prefix(8)), low: word(bytes.dropFirst(8)))
    }
}
