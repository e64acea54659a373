import ArgumentParser
import ProgressClient

struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the address of a page; on a desktop, open it.",
        discussion: HelpText.text(
            """
            A browser is opened only from a terminal, and only where there is a display.

            EXAMPLES
              progressctl open import
              progressctl open
            """
        )
    )

    @Argument(help: "Name or id; the dashboard of all if left out.", completion: .progress)
    var id: String?

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        let client = try CommandClient(service)
        if let id { _ = try await client.ask { try await $0.progress(id) } }
        let address = id.map(client.page) ?? client.address + "/"
        Console.say(address)
        let hasDisplay = Environment["DISPLAY"] != nil || Environment["WAYLAND_DISPLAY"] != nil
        if Terminal.output.isCapable && hasDisplay { Browser.open(address) }
    }
}
