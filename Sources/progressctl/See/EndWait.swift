import ProgressClient

/// Waits for the end of one progress, by requests that the service answers when the progress ends.
struct EndWait {
    enum Outcome {
        case ended(ProgressSnapshot)
        /// The progress was removed before its end.
        case lost(ProgressSnapshot)
    }

    private let reference: String
    private let client: CommandClient
    private let outage: OutageNotice
    /// The deadline for the progress to be created, or for the service to be back, before the wait itself begins.
    private let createDeadline: ContinuousClock.Instant?
    /// The end of the time in which no requests that wait are sent, because the service had no room for them.
    private var deafUntil: ContinuousClock.Instant?

    /// Seconds; shorter than the silence after which proxies give up a connection.
    private static let longestRequest = 30
    private static let retryInterval = Duration.seconds(1)
    private static let deafness = Duration.seconds(60)

    private enum Reply {
        case found(ProgressSnapshot)
        case unknown
        /// An error that may be over in a while.
        case outage(ServiceError)
    }

    init(
        _ reference: String,
        _ client: CommandClient,
        _ outage: OutageNotice,
        createDeadline: ContinuousClock.Instant? = nil
    ) {
        self.reference = reference
        self.client = client
        self.outage = outage
        self.createDeadline = createDeadline
    }

    /// Waits for the end. A name means the progress that has it now; if the service loses its data, the one that its
    /// reporter has created again by that name.
    /// - Throws: `ServiceError` if it is unknown from the start, and for refusals.
    mutating func outcome() async throws -> Outcome {
        var last = try await first()
        while !last.state.hasEnded {
            let begin = ContinuousClock.now
            switch try await reply(of: last.id, within: Self.longestRequest) {
            case .found(let snapshot):
                outage.end()
                last = snapshot
                // A service that stops answers at once, and a proxy may remove the preference.
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

    private func first() async throws -> ProgressSnapshot {
        while true {
            do throws(ServiceError) {
                return try await client.service.progress(reference)
            } catch {
                let isMissing = if case .problem(let problem) = error { problem.status == 404 } else { false }
                let left = createDeadline.map { $0 - .now } ?? .zero
                guard isMissing || error.isOutage, left > .zero else { throw error }
                try await Task.sleep(for: min(Self.retryInterval, left))
            }
        }
    }

    /// - Returns: nil if it was not created again; `last` if that is not known yet, because of an outage.
    private mutating func createdAnew(after last: ProgressSnapshot) async throws -> ProgressSnapshot? {
        if UUIDText.matches(reference) { return nil }
        switch try await reply(of: reference, within: nil) {
        case .found(let snapshot): return snapshot
        case .unknown: return nil
        case .outage: return last
        }
    }

    /// - Parameter seconds: nil for an answer at once.
    private mutating func reply(of reference: String, within seconds: Int?) async throws -> Reply {
        do throws(ServiceError) {
            let service = client.service
            let isDeaf = deafUntil.map { $0 > .now } ?? false
            guard let seconds, !isDeaf else { return .found(try await service.progress(reference)) }
            return .found(try await service.progress(reference, untilEndedWithin: seconds))
        } catch {
            if error.refusesToWait {
                deafUntil = .now + Self.deafness
                return try await reply(of: reference, within: nil)
            }
            if case .problem(let problem) = error, problem.status == 404 { return .unknown }
            if error.isOutage { return .outage(error) }
            throw error
        }
    }
}
