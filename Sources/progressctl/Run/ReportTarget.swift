import ProgressClient
import ProgressParsers

/// The service that `run` and `pipe` report to. Where it cannot be used, the work is done all the same.
struct ReportTarget {
    /// Nil where the settings name none that can be used.
    private let service: ProgressService?
    private let labels: [String: String]
    private let urls: [String: String]

    /// Settings that cannot be used cost one line each.
    ///
    /// - Throws: `ValidationError` for labels and addresses that are none.
    init(_ options: ServiceOptions, labels: [String], urls: [String]) throws {
        do {
            service = try CommandClient(options).service
        } catch let userError as UserError {
            Console.complain("\(userError.line); the work continues unreported")
            service = nil
        }
        var found: [String: String] = [:]
        do {
            for (key, value) in try Labels.fromEnvironment() { found[key] = value }
        } catch {
            Console.complain("PROGRESSD_LABELS is not used: it has to look like job=4711,team=data")
        }
        for (key, value) in try Labels.pairs(labels) { found[key] = value }
        self.labels = found
        self.urls = try Addresses.urls(urls)
    }

    /// Begins the progress; it is created in the background. Nil where there is nobody to tell.
    ///
    /// - Parameter total: nil while nobody knows.
    func begin(name: String?, title: String, total: Int64?, isPausable: Bool, isFile: Bool = false) -> ReportedNode? {
        guard let service else { return nil }
        var progress = NewProgress(name: name, totalUnitCount: total ?? -1)
        progress.localizedDescription = title
        progress.isPausable = isPausable
        if isFile { progress.kind = "file" }
        if !labels.isEmpty { progress.labels = labels }
        if !urls.isEmpty { progress.urls = urls }
        progress.started = true
        return Reporter.shared(for: service).begin(progress)
    }

    /// Something inside of it, which is worth none of its units.
    func begin(_ part: Part, of root: ReportedNode) -> ReportedNode? {
        guard let service else { return nil }
        var progress = NewProgress(totalUnitCount: part.total ?? -1)
        progress.completedUnitCount = part.completed
        progress.localizedDescription = part.name
        progress.removeWhenFinished = part.isFleeting
        progress.isCancellable = false
        progress.started = true
        return Reporter.shared(for: service).begin(progress, under: root, listens: false)
    }
}
