import ArgumentParser
import Glibc
import ProgressServer

@main
struct Progressd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "progressd",
        abstract: "Keeps trees of progress for every program that speaks HTTP.",
        version: Release.version,
        subcommands: [Serve.self, Demo.self, Healthcheck.self, Export.self, Import.self],
        defaultSubcommand: Serve.self
    )

    /// Synchronous, so that signals are blocked before the first other thread exists.
    static func main() {
        TerminationSignals.block()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let refusal as Refusal {
            refusal.end()
        } catch {
            guard exitCode(for: error) == .success else { Refusal.usage(message(for: error)).end() }
            explain(fullMessage(for: error))
        }
    }

    /// `--help` and `--version`. The help of the program includes that of its default verb.
    private static func explain(_ text: String) {
        Console.say(text)
        if text == helpMessage() { Console.say("\n" + helpMessage(for: Serve.self)) }
    }
}
