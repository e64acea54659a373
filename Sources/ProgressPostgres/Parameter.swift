/// A value for a statement, in PostgreSQL's binary form.
enum Parameter {
    case number(UInt64)
    case count(Int)
    case flag(Bool)
    case text(String)
    case bytes([UInt8])

    /// The identifier of the type in pg_type, which every version has.
    var type: UInt32 {
        switch self {
        case .flag: 16
        case .bytes: 17
        case .number, .count: 20
        case .text: 25
        }
    }

    var binary: [UInt8] {
        switch self {
        case .number(let number): withUnsafeBytes(of: Int64(clamping: number).bigEndian, Array.init)
        case .count(let count): withUnsafeBytes(of: Int64(count).bigEndian, Array.init)
        case .flag(let flag): [flag ? 1 : 0]
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        }
    }
}
