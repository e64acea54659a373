import ProgressClient

/// Waits for the end of one progress, by requests that the service answers when it comes.
struct EndWait {
    enum Outcome {
        case ended(ProgressSnapshot)
        /// It was removed before its end.
        case lost(ProgressSnapshot)
    }

    let reference: String
    let client: CommandClient
    let outage: OutageNotice

    /// Seconds: shorter than what proxies take for the silence of a line that is dead.
    private static let longestRequest = 30
    private static let retryInterval = Duration.seconds(1)

    private enum Reply {
        case found(ProgressSnapshot)
        case unknown
        /// It may be over in a while.
        case outage(ServiceError)
    }

    /// A name means the progress that has it now; where the service has lost its data, the one that its reporter has
    /// created anew by that name.
    /// - Throws: `ServiceError` where it is unknown from the start, and for refusals.
    func outcome() async throws -> Outcome {
        var last = try await client.service.progress(reference)
        while !last.state.hasEnded {
            let begin = ContinuousClock.now
            switch try await reply(of: last.id, within: Self.longestRequest) {
            case .found(let snapshot):
                outage.end()
                last = snapshot
                // A service that stops answers at once, and a proxy may take the preference away.
                if !last.state.hasEnded, ContinuousClock.now - begin < Self.retryInterval {
                    try await Task.sleep(for: Self.retryInterval)
                }
            case .unknown:
                outage.end()
                guard let next = try await createdAnew(after: last) else {
                    return last.removeWhenFinished ? .ended(last) : .lost(last)
                }
                last = next
            case .outage(let error):
                if outage.begin() {
                    Console.complain("lost the connection to \(client.address) (\(error)); trying again")
                }
                try await Task.sleep(for: Self.retryInterval)
            }
        }
        return .ended(last)
    }

    /// - Returns: `last` where the next look will tell.
    private func createdAnew(after last: ProgressSnapshot) async throws -> ProgressSnapshot? {
        if UUIDText.matches(reference) { return nil }
        switch try await reply(of: reference, within: nil) {
        case .found(let snapshot): return snapshot
        case .unknown: return nil
        case .outage: return last
        }
    }

    /// - Parameter seconds: nil: at once.
    private func reply(of reference: String, within seconds: Int?) async throws -> Reply {
        do throws(ServiceError) {
            let service = client.service
            guard let seconds else { return .found(try await service.progress(reference)) }
            return .found(try await service.progress(reference, untilEndedWithin: seconds))
        } catch {
            if case .problem(let problem) = error, problem.status == 404 { return .unknown }
            if error.isOutage { return .outage(error) }
            throw error
        }
    }
}

extension ServiceError {
    /// Whether it may be over in a while.
    fileprivate var isOutage: Bool {
        switch self {
        case .unreachable, .timedOut: true
        case .problem(let problem): [408, 429].contains(problem.status) || problem.status >= 500
        case .unreadable, .invalidSetting, .cancelled: false
        }
    }
}
