import ProgressCore
import ProgressRecords
import ProgressRegistry
import ProgressWire

/// A right in its form on disk.
extension RightRecord {
    /// The form that does not say when a right was made, and by whom.
    private static let firstForm: UInt8 = 1
    private static let form: UInt8 = 2

    var id: RecordID { digest.recordID }

    /// - Parameter written: the first form leaves out what it cannot hold.
    func append(to bytes: inout [UInt8], as written: RecordForm) {
        let form = written > .first ? Self.form : Self.firstForm
        bytes.append(form)
        digest.append(to: &bytes)
        bytes.append(origin == nil ? 0 : 1)
        origin?.append(to: &bytes)
        if form > Self.firstForm {
            bytes.append(provenance == nil ? 0 : 1)
            provenance?.append(to: &bytes)
        }
        switch kind {
        case .grant(let id, let role, let node, let expiresAt):
            bytes.append(0)
            bytes.append(number: id.high)
            bytes.append(number: id.low)
            bytes.append(UInt8(role.rawValue))
            bytes.append(number: node.high)
            bytes.append(number: node.low)
            bytes.append(number: expiresAt ?? -1)
        case .claim(let child): Self.appendClaim(by: child, to: &bytes)
        case .reservation: Self.appendClaim(by: .unclaimed, to: &bytes)
        case .session: bytes.append(2)
        }
    }

    private static func appendClaim(by child: ProgressID, to bytes: inout [UInt8]) {
        bytes.append(1)
        bytes.append(number: child.high)
        bytes.append(number: child.low)
    }

    init(_ bytes: UnsafeRawBufferPointer) throws(RecordError) {
        var reader = RecordReader(bytes)
        let form = try reader.form(upTo: Self.form)
        let digest = try TokenDigest(&reader)
        let origin = try reader.number(UInt8.self) == 0 ? nil : TokenDigest(&reader)
        let hasProvenance = form > Self.firstForm ? try reader.number(UInt8.self) != 0 : false
        let provenance = hasProvenance ? try Provenance(&reader) : nil
        let kind = try Kind(&reader)
        try reader.finish()
        self.init(digest: digest, kind: kind, origin: origin, provenance)
    }
}

extension RightRecord.Kind {
    /// A claim, unless no child has made it yet.
    static func claim(by child: ProgressID) -> Self { child == .unclaimed ? .reservation : .claim(child: child) }

    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        switch try reader.number(UInt8.self) {
        case 0:
            let id = try ProgressID(&reader)
            let number = try reader.number(UInt8.self)
            guard let role = Role(rawValue: Int(number)) else {
                throw .unknown("role", number, newest: UInt8(Role.operator.rawValue))
            }
            let node = try ProgressID(&reader)
            let expiresAt = try reader.number(Int64.self)
            self = .grant(id: id, role: role, node: node, expiresAt: expiresAt < 0 ? nil : expiresAt)
        case 1: self = Self.claim(by: try ProgressID(&reader))
        case 2: self = .session
        case let other: throw .unknown("access kind", other, newest: 2)
        }
    }
}

extension ProgressID {
    /// No progress has it. As the child of a claim it means a reservation that waits for one; versions before 0.3 leave
    /// such a claim out, as they do where the child is gone.
    static let unclaimed = ProgressID(high: 0, low: 0)

    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        self.init(high: try reader.number(UInt64.self), low: try reader.number(UInt64.self))
    }
}

extension TokenDigest {
    var recordID: RecordID { RecordID(high: storedWords.0, low: storedWords.1) }

    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        self.init(
            storedWords: (
                try reader.number(UInt64.self), try reader.number(UInt64.self), try reader.number(UInt64.self),
                try reader.number(UInt64.self)
            )
        )
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        let words = storedWords
        for word in [words.0, words.1, words.2, words.3] { bytes.append(number: word) }
    }
}

extension Provenance {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(number: createdAt)
        by.append(to: &bytes)
        bytes.append(grant == nil ? 0 : 1)
        guard let grant else { return }
        bytes.append(number: grant.high)
        bytes.append(number: grant.low)
    }

    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        self.init(
            createdAt: try reader.number(Int64.self),
            by: try Caller(&reader),
            grant: try reader.number(UInt8.self) == 0 ? nil : ProgressID(&reader)
        )
    }
}
