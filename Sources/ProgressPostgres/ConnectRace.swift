internal import Platform
internal import ProgressLog

/// Attempts to connect to the hosts of an address, one after the other. A host that says nothing does not keep the others
/// waiting: after a head start the next one is asked as well, and those that failed are asked again. So a standby that is
/// promoted is found at once, though the primary vanished without a word.
struct ConnectRace {
    private let address: PostgresAddress
    private let libpq: Libpq
    private let resolver: HostResolver
    /// Hosts whose names are looked up.
    private var lookedUp: Set<Int> = []
    private var underWay: [(connection: DatabaseConnection, host: Int)] = []
    /// The newest reason against each host.
    private var failures: [LogFailure?]
    private var next: Int
    private var nextStart: UInt64 = 0

    /// How long the host that was asked last is waited for before the next is asked, in nanoseconds.
    private static let headStart: UInt64 = 250_000_000

    /// Between two checks whether a name is looked up, in nanoseconds: it usually takes less.
    private static let lookupInterval: UInt64 = 2_000_000

    /// - Parameter first: the host to begin with.
    init(_ address: PostgresAddress, _ libpq: Libpq, _ resolver: HostResolver, first: Int) {
        self.address = address
        self.libpq = libpq
        self.resolver = resolver
        failures = Array(repeating: nil, count: address.attempts.count)
        next = first
    }

    /// - Returns: the first connection that is made, and the place of its host.
    /// - Throws: `.refused` if a host needs an operator, else `.notDone`.
    mutating func run(by deadline: UInt64) throws(LogFailure) -> (connection: DatabaseConnection, host: Int) {
        while MonotonicClock.now() < deadline {
            try startNextIfDue()
            try startLookedUp()
            wait(by: deadline)
            if let winner = advance() { return winner }
            if underWay.isEmpty && lookedUp.isEmpty {
                if !failures.contains(nil) { break }
                nextStart = 0
            }
        }
        throw failure
    }

    /// The next host that may be asked and is not.
    private var candidate: Int? {
        (0..<failures.count).lazy.map { [next, failures] in (next + $0) % failures.count }.first { host in
            if case .refused = failures[host] { return false }
            return !lookedUp.contains(host) && !underWay.contains { $0.host == host }
        }
    }

    private mutating func startNextIfDue() throws(LogFailure) {
        let now = MonotonicClock.now()
        guard now >= nextStart, let host = candidate else { return }
        if let name = address.names[host] {
            resolver.begin(name)
            lookedUp.insert(host)
        } else {
            underWay.append((try DatabaseConnection(address, libpq, address.attempts[host]), host))
        }
        next = (host + 1) % failures.count
        nextStart = now + Self.headStart
    }

    private mutating func startLookedUp() throws(LogFailure) {
        for host in lookedUp {
            guard let name = address.names[host], let result = resolver.take(name) else { continue }
            lookedUp.remove(host)
            switch result {
            case .success(let addresses):
                underWay.append((try DatabaseConnection(address, libpq, address.attempt(host, at: addresses)), host))
            case .failure(let failure):
                failures[host] = .notDone("the name of the host \(name) cannot be resolved: \(failure.text)")
                if let candidate, failures[candidate] == nil { nextStart = 0 }
            }
        }
    }

    /// Sleeps until a connection is ready for its next step, or the next host is due.
    private func wait(by deadline: UInt64) {
        // An attempt that failed at once has no socket.
        guard underWay.allSatisfy({ $0.connection.socket >= 0 }) else { return }
        var end = candidate == nil ? deadline : min(deadline, nextStart)
        if !lookedUp.isEmpty { end = min(end, MonotonicClock.now() + Self.lookupInterval) }
        _ = Readiness.wait(for: underWay.map(\.connection.awaited), by: end)
    }

    /// Takes a step of each connection that is ready for one.
    private mutating func advance() -> (connection: DatabaseConnection, host: Int)? {
        for (connection, host) in underWay where connection.canAdvance {
            do throws(LogFailure) {
                if try connection.advance() { return (connection, host) }
            } catch {
                underWay.removeAll { $0.host == host }
                failures[host] = error
                // A host that was not asked yet need not wait.
                if let candidate, failures[candidate] == nil { nextStart = 0 }
            }
        }
        return nil
    }

    private var failure: LogFailure {
        var reasons = failures.compactMap { $0?.description }
        if !underWay.isEmpty { reasons.append("PostgreSQL at \(address) did not take the connection in time") }
        for name in lookedUp.compactMap({ address.names[$0] }).sorted() {
            reasons.append(
                "the name of the host \(name) was not resolved in time: see its nameservers, or use hostaddr"
            )
        }
        let text = reasons.isEmpty ? "there was no time left to connect to PostgreSQL" : reasons.joined(separator: "; ")
        let needsOperator = failures.contains { if case .refused = $0 { true } else { false } }
        return needsOperator ? .refused(text) : .notDone(text)
    }
}
