import ProgressCore
import ProgressRegistry
import ProgressWire

extension BodyDigest {
    static func digest(_ value: JSONValue) -> BodyDigest {
        guard let text = text(of: value) else { return BodyDigest((0, 0)) }
        return digest(ofText: CanonicalJSON.bytes(of: text))
    }

    /// The part of a body that is hashed, in its canonical form; nil if the body is no object.
    static func text(of value: JSONValue) -> JSONValue? {
        guard case .object(let members) = value else { return nil }
        return .object(members.filter { !$0.key.hasSameBytes(as: "name") })
    }

    static func digest(ofText bytes: [UInt8]) -> BodyDigest {
        BodyDigest((hash(bytes, 0xcbf2_9ce4_8422_2325), hash(bytes, 0x9e37_79b9_7f4a_7c15)))
    }

    private static func hash(_ bytes: [UInt8], _ seed: UInt64) -> UInt64 {
        var hash = seed
        for byte in bytes {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            hash ^= hash >> 29
        }
        return hash
    }
}
