import ArgumentParser
import ProgressClient

extension CompletionKind {
    /// The names of roots that have not ended; empty if the service does not answer.
    static var progress: CompletionKind {
        .custom { @Sendable (_: [String], _: Int, prefix: String) async -> [String] in
            var names: [String] = []
            let query = RootQuery(states: ProgressState.allCases.filter { !$0.hasEnded }, limit: 100)
            try? await CommandClient(ServiceOptions.parse([])).roots(query) { item in
                if let name = item.snapshot.name, name.hasPrefix(prefix) { names.append(name) }
                return true
            }
            return names
        }
    }
}
