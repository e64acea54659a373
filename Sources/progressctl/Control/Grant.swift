import ArgumentParser
import ProgressClient

struct Grant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Open one progress and what is below it to someone without a token.",
        discussion: HelpText.text(
            """
            Prints the grant's token, with --link the address of the page that shows the progress with it.

            EXAMPLES
              progressctl grant import --link --hours 8
              PROGRESSD_TOKEN=$(progressctl grant import --role reporter) ./worker
            """
        )
    )

    @Argument(help: "Name or id.", completion: .progress)
    var id: String

    @Option(
        help: ArgumentHelp("`viewer`, `reporter` or `operator`.", valueName: "role"),
        completion: .list(["viewer", "reporter", "operator"])
    )
    var role = "viewer"

    @Option(help: ArgumentHelp("Lifetime; by default, as long as the progress exists.", valueName: "n"))
    var hours: Double?

    @Flag(help: "Print the address of the page instead of the token.")
    var link = false

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        let client = try CommandClient(service)
        let seconds = hours.map { $0 * 3_600 }
        let token = try await client.ask { try await $0.grant(id, role: role, expiresIn: seconds).token }
        Console.say(link ? "\(client.page(of: id))?grant=\(ServiceAddress.encoded(token))" : token)
    }
}
