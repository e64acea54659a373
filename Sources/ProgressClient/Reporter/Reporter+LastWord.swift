import Synchronization

extension Reporter {
    /// Calls `sampler` four times a second, and before a flush, until it returns false: on the thread that transfers,
    /// or the one that flushes.
    package func sample(_ sampler: @escaping @Sendable () -> Bool) {
        let isFirst = state.withLock { state in
            state.samplerCount += 1
            state.samplers[state.samplerCount] = sampler
            return state.samplers.count == 1
        }
        if isFirst { goOnSampling() }
    }

    private func goOnSampling() {
        takeSamples()
        let isSampling = state.withLock { !$0.samplers.isEmpty }
        if isSampling { environment.wake(environment.now() + ReportPace.gap) { [weak self] in self?.goOnSampling() } }
    }

    private func takeSamples() {
        for (key, sampler) in state.withLock(\.samplers) where !sampler() {
            state.withLock { $0.samplers[key] = nil }
        }
    }

    /// Waits until everything has been sent, at most `limit`; false if it was not, or the service is away.
    @discardableResult
    package func flush(within limit: Duration = .seconds(1)) async -> Bool {
        let end = environment.now() + limit
        hurry()
        defer { state.withLock { $0.pace.hurries -= 1 } }
        while isOwing {
            if isAway || environment.now() >= end { return false }
            do { try await Task.sleep(for: .milliseconds(2)) } catch { return false }
        }
        return true
    }

    /// Like `flush`, but blocks the thread, and makes one more attempt if the service was away.
    @discardableResult
    package func sayFarewell(within limit: Duration = .seconds(1)) -> Bool {
        let end = environment.now() + limit
        beginFarewell()
        defer { state.withLock { $0.pace.hurries -= 1 } }
        while isOwing {
            if isAway { return false }
            if environment.now() >= end {
                warn(.service, "\(service.shownAddress) has not answered in time")
                return false
            }
            Pause.milliseconds(1)
        }
        return true
    }

    /// Sends everything now because the process ends, even if the last attempt failed a moment ago.
    package func beginFarewell() {
        state.withLock { $0.pace.forgive() }
        hurry()
    }

    private func hurry() {
        takeSamples()
        state.withLock { $0.pace.hurries += 1 }
        ring()
    }

    private var isOwing: Bool { state.withLock { $0.isSending || !$0.listed.isEmpty || !$0.errands.isEmpty } }
    private var isAway: Bool { state.withLock { !$0.isSending && $0.pace.isQuiet(at: environment.now()) } }
}
