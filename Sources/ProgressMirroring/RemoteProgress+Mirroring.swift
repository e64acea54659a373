public import Foundation
public import ProgressClient

extension RemoteProgress {
    /// Reports a local progress, and whatever is below it, four times a second, until it finishes or is cancelled.
    ///
    /// Cancel, pause and resume go both ways: those of the service call the local progress's `cancel`, `pause` and
    /// `resume`, and so its handlers. While the local progress counts only itself, its counts are reported as they are.
    /// From the moment that a child of it has moved, they are reported in thousandths of its units, because
    /// `Foundation.Progress` shows nothing of its children but the fraction.
    ///
    /// - Parameters:
    ///   - progress: held until it ends, or this object goes.
    ///   - name: as in the other initializers.
    public convenience init(mirroring progress: Progress, name: String? = nil, service: ProgressService? = nil) {
        var new = NewProgress(name: name, totalUnitCount: progress.totalUnitCount)
        new.completedUnitCount = progress.completedUnitCount
        new.kind = progress.kind?.rawValue
        new.isCancellable = progress.isCancellable
        new.isPausable = progress.isPausable
        self.init(new, service: service)
        mirror(progress)
    }

    /// Like `init(mirroring:name:service:)`, with a reporter, which a test may have made.
    package convenience init(mirroring progress: Progress, reporter: Reporter) {
        self.init(NewProgress(totalUnitCount: progress.totalUnitCount), reporter: reporter)
        mirror(progress)
    }

    private func mirror(_ progress: Progress) {
        cancellationHandler = { progress.cancel() }
        pausingHandler = { progress.pause() }
        resumingHandler = { progress.resume() }
        let mirror = Mirroring(of: progress)
        node.reporter?.sample { [weak self] in
            guard let self else { return false }
            return mirror.sample(into: self)
        }
    }
}
