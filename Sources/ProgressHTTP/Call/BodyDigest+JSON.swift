import ProgressRegistry
import ProgressWire

extension BodyDigest {
    static func digest(_ value: JSONValue) -> BodyDigest {
        guard case .object(let members) = value else { return BodyDigest((0, 0)) }
        let bytes = CanonicalJSON.bytes(of: .object(members.filter { !$0.key.hasSameBytes(as: "name") }))
        return BodyDigest((hash(bytes, 0xcbf2_9ce4_8422_2325), hash(bytes, 0x9e37_79b9_7f4a_7c15)))
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
