internal import Glibc
internal import Platform

/// Looks up the addresses of hosts on threads of their own: the system's resolver waits as long as it is configured to;
/// a replica that follows a log, or has to stop, cannot.
///
/// A look-up that is under way is not begun again; its result is taken once, so that the next attempt to connect asks
/// again. From any thread.
final class HostResolver: Sendable {
    private struct Lookup {
        /// nil: it is under way.
        var result: Result<[String], LookupFailure>?
    }

    private let lookups = Lock<[String: Lookup]>([:])
    private let find: @Sendable (String) -> Result<[String], LookupFailure>

    /// - Parameter find: the system's resolver, which may block; tests take others.
    init(_ find: @escaping @Sendable (String) -> Result<[String], LookupFailure> = HostResolver.ask) {
        self.find = find
    }

    /// Begins to look a host up, unless that is under way or done.
    func begin(_ host: String) {
        let isNew = lookups.withLock { $0.updateValue($0[host] ?? Lookup(), forKey: host) == nil }
        guard isNew else { return }
        pthread_detach(
            Thread { [self] in
                let result = find(host)
                lookups.withLock { $0[host] = Lookup(result: result) }
            }.start()
        )
    }

    /// - Returns: nil while it is under way, and before it began.
    func take(_ host: String) -> Result<[String], LookupFailure>? {
        lookups.withLock { lookups in
            guard let result = lookups[host]?.result else { return nil }
            lookups[host] = nil
            return result
        }
    }

    /// Blocks.
    private static func ask(_ host: String) -> Result<[String], LookupFailure> {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        guard code == 0 else { return .failure(LookupFailure(text: String(cString: gai_strerror(code)))) }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let info = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let isNumeric = getnameinfo(
                info.ai_addr,
                info.ai_addrlen,
                &text,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            if isNumeric == 0 {
                addresses.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
            }
            next = info.ai_next
        }
        return .success(addresses)
    }
}

/// Why a look-up failed, in the system's words.
struct LookupFailure: Error, Equatable {
    let text: String
}
