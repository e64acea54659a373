import ProgressCore

/// The names that a client may choose: `[A-Za-z0-9][A-Za-z0-9._:-]{0,127}`, and not a UUID.
package enum NodeName {
    package static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, isLetterOrDigit(first), bytes.count <= 128 else { return false }
        for position in 0..<bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"): continue
            case let byte: guard isLetterOrDigit(byte) else { return false }
            }
        }
        return ProgressID(bytes) == nil
    }

    /// Like the check above, for bytes of any sequence.
    package static func isValid(_ bytes: some Sequence<UInt8>) -> Bool {
        Array(bytes).withUnsafeBufferPointer { isValid($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
