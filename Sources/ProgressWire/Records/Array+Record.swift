/// Writes what `RecordReader` reads.
extension [UInt8] {
    @inline(__always)
    package mutating func append<Number: FixedWidthInteger>(number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    package mutating func append(double: Double) { append(number: double.bitPattern) }

    package mutating func append(float: Float) { append(number: float.bitPattern) }

    package mutating func append(counted bytes: [UInt8]) {
        append(number: UInt32(bytes.count))
        append(contentsOf: bytes)
    }

    package mutating func append(counted text: String) {
        append(number: UInt32(text.utf8.count))
        append(contentsOf: text.utf8)
    }
}
