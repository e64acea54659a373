import ProgressCore
import ProgressWire

/// The query's parameters, decoded once. Names are case-sensitive; repeated ones keep their order.
struct QueryParameters {
    private var pairs: [(name: String, value: String)] = []

    static let none = QueryParameters()

    private init() {}

    /// - Parameter most: of how many parameters, with the empty ones, a query is refused for having more; the rest of it
    ///   is not read.
    init(_ query: UnsafeBufferPointer<UInt8>?, most: Int = .max) throws(RequestError) {
        guard var rest = query?[...] else { return }
        var count = 0
        while !rest.isEmpty {
            let piece = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[piece.endIndex...].dropFirst()
            if count == most { throw .headTooLarge(.parameters(limit: most)) }
            count += 1
            if piece.isEmpty { continue }
            let equals = piece.firstIndex(of: UInt8(ascii: "="))
            let name = try Self.text(piece[..<(equals ?? piece.endIndex)])
            let value = try equals.map { at throws(RequestError) in try Self.text(piece[(at + 1)...]) } ?? ""
            pairs.append((name, value))
        }
    }

    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestError) -> String {
        guard let decoded = PercentEncoding.decode(bytes, plusIsSpace: true) else {
            throw .invalidParameter("The query has a % that is not followed by two hexadecimal digits.")
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw .invalidParameter("The decoded query is not UTF-8.")
        }
        return text
    }

    /// The names in their order, repeated ones too.
    var names: [String] { pairs.map(\.name) }

    /// The first value of that name.
    subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// The first of the names that comes more than once.
    func repeated(of names: some Sequence<String>) -> String? {
        if pairs.count < 2 { return nil }
        return names.first { name in pairs.lazy.filter { $0.name == name }.prefix(2).count == 2 }
    }

    func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// The query with one parameter set to another value, percent-encoded.
    func text(replacing name: String, by value: String) -> String {
        var bytes: [UInt8] = []
        for pair in pairs.filter({ $0.name != name }) + [(name, value)] {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            PercentEncoding.append(pair.name.utf8, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(pair.value.utf8, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func bool(_ name: String) throws(RequestError) -> Bool {
        guard let value = self[name] else { return false }
        switch value {
        case "true", "1", "": return true
        case "false", "0": return false
        default: throw .invalidParameter("The parameter \(name) must be true or false, not \(Excerpt(value)).")
        }
    }

    /// Whether `?until=ended` asks for the end.
    var awaitsEnd: Bool {
        get throws(RequestError) {
            switch self["until"] {
            case nil: return false
            case "ended": return true
            case let other?: throw .invalidParameter("The parameter until must be ended, not \(Excerpt(other)).")
            }
        }
    }

    /// Whether `?run=new` asks for a run that begins in any case.
    var beginsRun: Bool {
        get throws(RequestError) {
            switch self["run"] {
            case nil: return false
            case "new": return true
            case let other?: throw .invalidParameter("The parameter run must be new, not \(Excerpt(other)).")
            }
        }
    }

    /// The policy in `?pending=` for the pending units of what is removed.
    var pendingPolicy: ProgressTree.PendingPolicy {
        get throws(RequestError) {
            switch self["pending"] {
            case nil, "credit": return .credit
            case "release": return .release
            case let other?:
                throw .invalidParameter("The parameter pending must be credit or release, not \(Excerpt(other)).")
            }
        }
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(RequestError) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = Int(value), range.contains(number) else {
            throw .invalidParameter(
                "The parameter \(name) must be a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "not \(Excerpt(value))."
            )
        }
        return number
    }
}
