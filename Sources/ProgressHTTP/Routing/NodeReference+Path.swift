import ProgressCore
import ProgressRegistry
import ProgressWire

extension NodeReference {
    init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        let text = UnsafeBufferPointer(rebasing: bytes)
        if let id = ProgressID(text) {
            self = .id(id)
            return
        }
        if NodeName.isValid(text) {
            self = .name(String(decoding: bytes, as: UTF8.self))
            return
        }
        guard bytes.contains(UInt8(ascii: "%")), let decoded = PercentEncoding.decode(bytes) else {
            self = .impossible
            return
        }
        if let id = ProgressID(decoded) {
            self = .id(id)
        } else if NodeName.isValid(decoded) {
            self = .name(String(decoding: decoded, as: UTF8.self))
        } else {
            self = .impossible
        }
    }
}
