import ArgumentParser
import ProgressRegistry
import ProgressServer

struct Healthcheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the service on this host whether it is ready: exit status 0, else 1.",
        discussion: "Waits at most 3 seconds for the answer. Meant for containers."
    )

    @Option(help: ArgumentHelp("Where it listens. (default: 127.0.0.1; PROGRESSD_HOST)", valueName: "address"))
    var host: String?
    @Option(help: ArgumentHelp("Its TCP port. (default: 8080; PROGRESSD_PORT)", valueName: "port"))
    var port: String?

    func run() throws {
        let given = [Setting.host: host, .port: port].compactMapValues { $0.map { [$0] } }
        let configuration = try Settings(options: given, among: [.host, .port]).configuration
        let status: Int
        do {
            status = try ReadinessProbe(host: configuration.host, port: configuration.port).status()
        } catch {
            throw Refusal.notReady(error.description)
        }
        guard status == 200 else { throw Refusal.notReady("/readyz answered \(status)") }
    }
}
