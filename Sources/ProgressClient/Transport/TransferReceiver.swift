#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What hears of a transfer. Everything is called on the thread that transfers, so it must be short.
struct TransferReceiver: Sendable {
    /// The status and the headers, once; nil where only the end matters.
    var head: (@Sendable (_ status: Int, _ headers: [String: String]) -> Void)?
    /// Bytes of the body as they come. False: they were not taken and come again after `Transfers.resume`. Nil: the
    /// body is collected for `end`.
    var bytes: (@Sendable (UnsafeRawBufferPointer) -> Bool)?
    /// The last call.
    var end: @Sendable (Result<ServiceReply, ServiceError>) -> Void
}
