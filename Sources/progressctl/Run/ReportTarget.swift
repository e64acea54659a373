import ProgressClient
import ProgressParsers

/// The service that `run` and `pipe` report to. If it cannot be used, the work is done all the same.
struct ReportTarget {
    /// Nil if the settings name no usable one.
    private let service: ProgressService?
    private let labels: [String: String]
    private let urls: [String: String]

    /// Prints a line for each setting that cannot be used.
    ///
    /// - Throws: `ValidationError` for invalid labels and addresses on the command line.
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
            Console.complain("ignoring PROGRESSD_LABELS: expected key=value pairs such as job=4711,team=data")
        }
        for (key, value) in try Labels.pairs(labels) { found[key] = value }
        self.labels = found
        self.urls = try Addresses.urls(urls)
    }

    /// Begins the progress; it is created in the background. Returns nil if there is no service to report to.
    ///
    /// - Parameter total: nil if unknown.
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

    /// Begins a child of `root` that is worth none of its units. Returns nil if there is no service to report to.
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
