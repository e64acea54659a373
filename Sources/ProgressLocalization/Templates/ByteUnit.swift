/// The decimal units of bytes, each a thousand of the one before.
enum ByteUnit: UInt8, CaseIterable, Sendable {
    case byte, kilobyte, megabyte, gigabyte, terabyte, petabyte, exabyte

    var next: ByteUnit? { ByteUnit(rawValue: rawValue + 1) }

    /// The most decimals that are written.
    var fractionDigitCount: Int {
        switch self {
        case .byte, .kilobyte: 0
        case .megabyte: 1
        case .gigabyte, .terabyte, .petabyte, .exabyte: 2
        }
    }

    /// The bytes in one step of the last decimal that is written.
    var resolution: UInt64 {
        switch self {
        case .byte: 1
        case .kilobyte: 1_000
        case .megabyte: 100_000
        case .gigabyte: 10_000_000
        case .terabyte: 10_000_000_000
        case .petabyte: 10_000_000_000_000
        case .exabyte: 10_000_000_000_000_000
        }
    }

    /// From this number of steps on, the next unit is written instead.
    var limit: UInt64 {
        switch fractionDigitCount {
        case 0: 1_000
        case 1: 10_000
        default: 100_000
        }
    }
}
