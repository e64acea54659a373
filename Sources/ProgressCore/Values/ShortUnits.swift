/// A number of units in 16 bits: 7 of an exponent and 9 of a mantissa. Off by at most one in two thousand; nothing below
/// 2^-63, and the largest number from 2^64 on.
package struct ShortUnits: RawRepresentable, Equatable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    private static let mantissaBits = 9
    /// Mantissa bits of a `Float` that are left out.
    private static let droppedBits = 23 - mantissaBits
    /// The difference to the exponent of a `Float`, shifted into its place.
    private static let offset: UInt32 = 64 << UInt32(mantissaBits)

    package init(_ value: Float) {
        let half = UInt32(1) << UInt32(Self.droppedBits - 1)
        let bits = (max(value, 0).bitPattern &+ half) >> UInt32(Self.droppedBits)
        rawValue = bits <= Self.offset ? 0 : UInt16(clamping: bits - Self.offset)
    }

    package var value: Float {
        rawValue == 0 ? 0 : Float(bitPattern: (UInt32(rawValue) + Self.offset) << UInt32(Self.droppedBits))
    }
}
