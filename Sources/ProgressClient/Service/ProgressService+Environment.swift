#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ProgressService {
    /// The service of the environment: `PROGRESSD_URL` (else `http://127.0.0.1:8080`), `PROGRESSD_TOKEN`,
    /// `PROGRESSD_RESERVATION`, and `PROGRESSD_LABELS` (`job=4711,team=data`).
    ///
    /// - Throws: `.invalidSetting` if a variable cannot be used.
    public static func fromEnvironment() throws(ServiceError) -> ProgressService {
        try fromEnvironment(ProcessInfo.processInfo.environment)
    }

    /// The service of the given environment. An empty variable counts as not set.
    package static func fromEnvironment(_ environment: [String: String]) throws(ServiceError) -> ProgressService {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed } }
        let address = value("PROGRESSD_URL") ?? "http://127.0.0.1:8080"
        guard let url = ServiceAddress.service(address) else {
            throw .invalidSetting("invalid PROGRESSD_URL \"\(ServiceAddress.shown(address))\": \(ServiceAddress.form)")
        }
        return ProgressService(
            url,
            token: value("PROGRESSD_TOKEN"),
            reservation: value("PROGRESSD_RESERVATION"),
            labels: try labels(in: value("PROGRESSD_LABELS") ?? "")
        )
    }

    private static func labels(in text: String) throws(ServiceError) -> [String: String] {
        var labels: [String: String] = [:]
        for pair in text.split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].trimmed.isEmpty else {
                throw .invalidSetting(
                    "invalid PROGRESSD_LABELS \"\(pair)\": expected key=value pairs such as job=4711,team=data"
                )
            }
            labels[parts[0].trimmed] = parts[1].trimmed
        }
        return labels
    }
}

extension ProgressService {
    /// The service of this process's environment; nil if that cannot be used, with one line on standard error.
    static let ofProcess: ProgressService? = {
        do {
            return try fromEnvironment()
        } catch {
            StandardError.say("\(error); the work continues, and its progress is not reported.")
            return nil
        }
    }()
}
