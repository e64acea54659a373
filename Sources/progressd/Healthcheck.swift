import ArgumentParser
import ProgressRegistry
import ProgressServer

struct Healthcheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the service on this host whether it is ready: exit status 0, or 1 if not.",
        discussion: "Waits up to 3 seconds for the answer. Meant for containers."
    )

    @OptionGroup var options: SettingOptions<SettingTable.Listening>

    func run() throws {
        var settings = Settings()
        try options.read(into: &settings)
        let configuration = settings.configuration
        let status: Int
        do {
            status = try ReadinessProbe(host: configuration.host, port: configuration.port).status()
        } catch {
            throw Refusal.notReady(error.description)
        }
        guard status == 200 else { throw Refusal.notReady("/readyz answered \(status)") }
    }
}
