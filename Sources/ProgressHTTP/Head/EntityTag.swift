import ProgressCore
import ProgressLocalization
import ProgressWire

/// Strong ETags: `"<id>.<representation>.<language>.<version>"`, with `.<newest change below>` if the representation
/// shows other nodes too. For readers by grant, who must not see the names of users, the representation is another.
enum EntityTag {
    static func append(
        _ id: ProgressID,
        _ representation: StaticString,
        _ language: Language,
        version: Int64,
        subtree: UInt64? = nil,
        hidesUsers: Bool = false,
        to bytes: inout [UInt8]
    ) {
        let stamp = subtree.map { Int64(bitPattern: $0) }
        bytes.appendEntityTag(
            id,
            representation,
            language.tag,
            version: version,
            stamp: stamp,
            hidesUsers: hidesUsers
        )
    }

    /// Whether `If-None-Match` names `etag` (weak comparison), or is `*`.
    static func matches(_ header: UnsafeBufferPointer<UInt8>?, _ etag: [UInt8]) -> Bool {
        guard let header else { return false }
        return tags(in: header).contains { tag in
            if isAny(tag) { return true }
            return strong(tag).elementsEqual(etag)
        }
    }

    // MARK: Reading

    typealias Tag = Slice<UnsafeBufferPointer<UInt8>>

    static func tags(in header: UnsafeBufferPointer<UInt8>) -> [Tag] {
        header.split(separator: UInt8(ascii: ",")).map(trimmed)
    }

    /// The tag without a mark of weakness.
    static func strong(_ tag: Tag) -> Tag {
        tag.starts(with: [UInt8(ascii: "W"), UInt8(ascii: "/")]) ? tag.dropFirst(2) : tag
    }

    static func isAny(_ tag: Tag) -> Bool { tag.count == 1 && tag.first == UInt8(ascii: "*") }

    /// The node and version that a tag names, in any representation.
    static func version(_ tag: Tag) -> (id: ProgressID, version: Int64)? {
        guard tag.first == UInt8(ascii: "\""), tag.last == UInt8(ascii: "\""), tag.count > 2 else { return nil }
        let parts = tag.dropFirst().dropLast().split(separator: UInt8(ascii: "."))
        guard parts.count >= 4, let id = ProgressID(parts[0]),
            let version = Int64(String(decoding: parts[3], as: UTF8.self))
        else { return nil }
        return (id, version)
    }

    private static func trimmed(_ piece: Tag) -> Tag {
        var piece = piece
        while let first = piece.first, first == 32 || first == 9 { piece = piece.dropFirst() }
        while let last = piece.last, last == 32 || last == 9 { piece = piece.dropLast() }
        return piece
    }
}
