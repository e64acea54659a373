/// The settings of a service of several replicas.
package struct ClusterSettings: Sendable {
    /// The database that holds the log, as libpq reads it; nil: a single process. It may hold a password.
    package var url: String?
    /// Tells clusters that share a database apart.
    package var name = "progressd"
    /// Where other replicas reach this one: `host` or `host:port`; nil: the address that it listens on.
    package var advertise: String?
    /// How long the writer may be silent before another replica takes over.
    package var leaseSeconds = 3.0
    /// How long a request waits for a writer while there is none.
    package var forwardWaitSeconds = 5.0

    package init() {}

    /// `host:port` for the other replicas.
    /// - Parameters:
    ///   - host: where the service listens, numeric or a name.
    ///   - port: the service's port.
    ///   - interface: the first address of this machine beyond loopback, for a service that listens on all of them.
    package func advertised(host: String, port: UInt16, interface: String?) -> String {
        let isEverywhere = ["0.0.0.0", "::", "*"].contains(host)
        let place = advertise ?? (isEverywhere ? interface ?? "127.0.0.1" : host)
        if place.hasPrefix("[") { return place.hasSuffix("]") ? "\(place):\(port)" : place }
        switch place.count(where: { $0 == ":" }) {
        case 0: return "\(place):\(port)"
        case 1: return place
        default: return "[\(place)]:\(port)"
        }
    }
}
