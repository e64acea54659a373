import ProgressCore
import ProgressLocalization
import ProgressWire

/// Strong ETags: `"<id>.<representation>.<language>.<version>"`, and `.<newest change below>` where a representation
/// shows other nodes too.
enum EntityTag {
    static func append(
        _ id: ProgressID,
        representation: StaticString,
        language: Language,
        version: Int64,
        subtree: UInt64?,
        to bytes: inout [UInt8]
    ) {
        let stamp = subtree.map { Int64(bitPattern: $0) }
        bytes.appendEntityTag(id, representation, language.tag, version: version, stamp: stamp)
    }

    /// Whether `If-None-Match` names `etag` (weak comparison), or is `*`.
    static func matches(_ header: UnsafeBufferPointer<UInt8>?, _ etag: [UInt8]) -> Bool {
        guard let header else { return false }
        for piece in header.split(separator: UInt8(ascii: ",")) {
            var tag = trimmed(piece)
            if tag.count == 1 && tag.first == UInt8(ascii: "*") { return true }
            if tag.starts(with: [UInt8(ascii: "W"), UInt8(ascii: "/")]) { tag = tag.dropFirst(2) }
            if tag.elementsEqual(etag) { return true }
        }
        return false
    }

    /// Whether `If-Match` allows a write: any ETag of the node at this version, in whatever representation.
    static func allows(_ header: UnsafeBufferPointer<UInt8>?, _ id: ProgressID, version: Int64) -> Bool {
        guard let header else { return true }
        for piece in header.split(separator: UInt8(ascii: ",")) {
            let tag = trimmed(piece)
            if tag.count == 1 && tag.first == UInt8(ascii: "*") { return true }
            guard tag.first == UInt8(ascii: "\""), tag.last == UInt8(ascii: "\""), tag.count > 2 else { continue }
            let parts = tag.dropFirst().dropLast().split(separator: UInt8(ascii: "."))
            guard parts.count >= 4, ProgressID(parts[0]) == id else { continue }
            if Int64(String(decoding: parts[3], as: UTF8.self)) == version { return true }
        }
        return false
    }

    private static func trimmed(_ piece: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        var piece = piece
        while let first = piece.first, first == 32 || first == 9 { piece = piece.dropFirst() }
        while let last = piece.last, last == 32 || last == 9 { piece = piece.dropLast() }
        return piece
    }
}
