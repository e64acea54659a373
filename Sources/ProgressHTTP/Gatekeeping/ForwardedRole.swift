import MicroHTTPD
import ProgressRegistry

/// What `Progress-Permit` says: the role of the request's token at the replica that forwards it. It counts if the key is
/// the office's: any client can send the field, and old replicas pass it on.
struct ForwardedRole {
    let key: UnsafeBufferPointer<UInt8>
    let role: Role

    /// nil: there is no such field, or it says nothing that can be understood.
    init?(_ exchange: Exchange) {
        guard let value = exchange.header("progress-permit"), let blank = value.firstIndex(of: UInt8(ascii: " ")),
            let role = Role(name: String(decoding: value[(blank + 1)...], as: UTF8.self))
        else { return nil }
        key = UnsafeBufferPointer(rebasing: value[..<blank])
        self.role = role
    }
}
