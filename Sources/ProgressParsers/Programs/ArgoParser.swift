/// The file that `ARGO_PROGRESS_FILE` names, for Argo Workflows: `N/M`, and nothing else.
package enum ArgoParser {
    package static func reading(of content: ArraySlice<UInt8>) -> Reading? {
        var scanner = Scanner(content)
        scanner.skipSpaces()
        guard let completed = scanner.integer(), scanner.skip("/"), let total = scanner.integer(), total > 0,
            completed <= total
        else { return nil }
        return Reading(completed: completed, total: total)
    }

    /// The content for Argo; nil if Argo would refuse it.
    package static func content(for reading: Reading) -> String? {
        guard let total = reading.total, total > 0, reading.completed >= 0, reading.completed <= total else {
            return nil
        }
        return "\(reading.completed)/\(total)\n"
    }
}
