import CLibCurl

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The requests on their way by libcurl, and the multi handle that drives them.
///
/// Used by the thread of `Transfers` only, once libcurl is loaded.
final class CurlTransfers {
    /// Connections that are kept, of all services together. libcurl itself keeps four for each request that is on its
    /// way, so a program that talks to several services would connect again and again.
    private static let keptLimit = 32

    private let multi: UnsafeMutableRawPointer
    private var transfers: [UInt64: (transfer: CurlTransfer, easy: UnsafeMutableRawPointer)] = [:]
    private var lookups: [String: CurlLookup] = [:]

    init() {
        guard let multi = libcurl_multi_init() else {
            preconditionFailure("libcurl has no memory for its multi handle")
        }
        self.multi = multi
        libcurl_multi_set_kept(multi, Self.keptLimit)
    }

    func start(_ id: UInt64, _ request: ServiceRequest, _ receiver: TransferReceiver) {
        let transfer = CurlTransfer(request, receiver)
        guard let easy = transfer.makeHandle() else { return transfer.end(with: .unreachable("out of memory")) }
        transfers[id] = (transfer, easy)
        libcurl_multi_add(multi, easy)
    }

    func cancel(_ id: UInt64) { remove(id)?.end(with: .cancelled) }

    func resume(_ id: UInt64) { transfers[id]?.transfer.resume() }

    /// Sends and receives what can be at once; returns the time at which the next stream has been silent for too long.
    func advance() -> ContinuousClock.Instant? {
        libcurl_multi_perform(multi)
        endFinished()
        return endSilent(at: .now)
    }

    /// Waits for libcurl's connections and for `others`, which get what `poll` would say of them.
    func wait(for others: inout [pollfd], _ milliseconds: Int32) {
        // The events of both have the same bits.
        var waited = others.map { curl_waitfd(fd: $0.fd, events: $0.events, revents: 0) }
        libcurl_multi_poll(multi, &waited, UInt32(waited.count), milliseconds)
        for (i, descriptor) in waited.enumerated() { others[i].revents = descriptor.revents }
    }

    private func remove(_ id: UInt64) -> CurlTransfer? {
        guard let (transfer, easy) = transfers.removeValue(forKey: id) else { return nil }
        libcurl_multi_remove(multi, easy)
        return transfer
    }

    private func endFinished() {
        while let message = libcurl_multi_info(multi) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            let easy = message.pointee.easy_handle
            // Removing the handle frees the message.
            let code = libcurl_message_result(message)
            if let id = transfers.first(where: { $0.value.easy == easy })?.key, let transfer = remove(id) {
                if code == CURLE_OPERATION_TIMEDOUT && transfer.isLookingUp { lookUp(transfer.request.address) }
                transfer.finish(code)
            } else if let host = lookups.first(where: { $0.value.easy == easy })?.key {
                libcurl_multi_remove(multi, easy)
                lookups[host] = nil
            }
        }
    }

    /// One at a time for each host.
    private func lookUp(_ address: String) {
        guard let host = URL(string: address)?.host(), lookups[host] == nil else { return }
        guard let lookup = CurlLookup(address) else { return }
        lookups[host] = lookup
        libcurl_multi_add(multi, lookup.easy)
    }

    /// Ends streams that have been silent for too long; returns the time at which the next one will be.
    private func endSilent(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        var next: ContinuousClock.Instant?
        for (id, (transfer, _)) in transfers {
            guard let silentAt = transfer.silentAt else { continue }
            if silentAt <= now {
                remove(id)?.end(with: .silentStream)
            } else {
                next = min(next ?? silentAt, silentAt)
            }
        }
        return next
    }
}
