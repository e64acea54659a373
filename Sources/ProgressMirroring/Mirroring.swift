import Foundation
import ProgressClient
import Synchronization

/// Observes a local progress, so that only changes are reported.
final class Mirroring: Sendable {
    private struct State {
        var wasPaused = false
        /// A child has moved: the counts alone do not explain the fraction.
        var hasChildren = false
    }

    /// The parts into which a unit is divided once a child has moved.
    private static let parts: Int64 = 1_000
    private let progress: Progress
    private let state = Mutex(State())

    init(of progress: Progress) { self.progress = progress }

    /// Returns false if nothing more will come.
    func sample(into remote: RemoteProgress) -> Bool {
        let (completed, total) = counts()
        if remote.totalUnitCount != total || remote.completedUnitCount != completed {
            remote.setCounts(completed: completed, total: total)
        }
        if let text = progress.localizedDescription, !text.isEmpty { remote.localizedDescription = text }
        samplePause(into: remote)
        if progress.isCancelled { remote.cancel() }
        if progress.isFinished { remote.finish() }
        return !progress.isCancelled && !progress.isFinished
    }

    private func samplePause(into remote: RemoteProgress) {
        let isPaused = progress.isPaused
        let hasChanged = state.withLock { state in
            defer { state.wasPaused = isPaused }
            return state.wasPaused != isPaused
        }
        guard hasChanged, isPaused != remote.isPaused else { return }
        if isPaused { remote.pause() } else { remote.resume() }
    }

    private func counts() -> (completed: Int64, total: Int64) {
        let total = progress.totalUnitCount
        let completed = progress.completedUnitCount
        guard total > 0, total <= .max / Self.parts, !progress.isFinished else { return (completed, total) }
        let fraction = progress.fractionCompleted
        let hasChildren = state.withLock { state in
            if abs(fraction - Double(completed) / Double(total)) > 1e-9 { state.hasChildren = true }
            return state.hasChildren
        }
        guard hasChildren, fraction.isFinite else { return (completed, total) }
        return (Int64(clamping: Int128(fraction * Double(total * Self.parts))), total * Self.parts)
    }
}
