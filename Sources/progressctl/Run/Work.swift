import ProgressClient
import ProgressParsers

/// The service that `run` and `pipe` report to. Where it cannot be used, the work is done all the same.
struct Work {
    private let service: ProgressService
    private let labels: [String: String]

    /// - Throws: `Complaint` for a command line that cannot be used.
    init(_ options: ServiceOptions, labels: [String]) throws {
        service = try Gateway(options).service
        var found: [String: String] = [:]
        do {
            for (key, value) in try FormBody.labelsFromEnvironment() { found[key] = value }
        } catch {
            Console.complain("PROGRESSD_LABELS is not used: it has to look like job=4711,team=data")
        }
        for (key, value) in try FormBody.labels(labels) { found[key] = value }
        self.labels = found
    }

    /// Begins the progress; it is created in the background.
    ///
    /// - Parameter total: nil while nobody knows.
    func begin(name: String?, title: String, total: Int64?, isPausable: Bool, isFile: Bool = false) -> ReportedNode {
        var progress = NewProgress(name: name, totalUnitCount: total ?? -1)
        progress.localizedDescription = title
        progress.isPausable = isPausable
        if isFile { progress.kind = "file" }
        if !labels.isEmpty { progress.labels = labels }
        return Reporter.shared(for: service).begin(progress)
    }

    /// Something inside of it, which is worth none of its units.
    func begin(_ part: Part, of root: ReportedNode) -> ReportedNode {
        var progress = NewProgress(totalUnitCount: part.total ?? -1)
        progress.completedUnitCount = part.completed
        progress.localizedDescription = part.name
        progress.removeWhenFinished = part.isFleeting
        progress.isCancellable = false
        return Reporter.shared(for: service).begin(progress, under: root, listens: false)
    }
}
