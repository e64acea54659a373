import ArgumentParser
import ProgressClient

extension CompletionKind {
    /// The names of roots that have not ended; nothing where the service does not answer.
    static var progress: CompletionKind {
        .custom { @Sendable (_: [String], _: Int, prefix: String) async -> [String] in
            var names: [String] = []
            var filter = ListFilter()
            filter.states = ["running", "indeterminate", "paused", "stalled"]
            filter.limit = 100
            try? await CommandClient(ServiceOptions.parse([])).roots(filter) { item in
                if let name = item.snapshot.name, name.hasPrefix(prefix) { names.append(name) }
                return true
            }
            return names
        }
    }
}
