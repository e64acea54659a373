#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The callbacks of a transfer. All are called on the thread that transfers, so they must be short.
struct TransferReceiver: Sendable {
    /// Gets the status and the headers, once; nil if only the end matters.
    var head: (@Sendable (_ status: Int, _ headers: [String: String]) -> Void)?
    /// Gets bytes of the body as they come. Returns false if it does not take them: they come again after
    /// `Transfers.resume`. If nil, the body is collected for `end`.
    var bytes: (@Sendable (UnsafeRawBufferPointer) -> Bool)?
    /// Gets the result; it is the last call.
    var end: @Sendable (Result<ServiceReply, ServiceError>) -> Void
}
