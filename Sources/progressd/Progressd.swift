import ArgumentParser
import CCommit
import CProcess
import Glibc
import ProgressServer
import ProgressTelemetry

@main
struct Progressd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "progressd",
        abstract: "Keeps trees of progress for every program that speaks HTTP.",
        version: Release.version + String(cString: ccommit_suffix()),
        subcommands: [Serve.self, Demo.self, Healthcheck.self, Export.self, Import.self, Members.self],
        defaultSubcommand: Serve.self
    )

    /// Synchronous, so that signals are blocked before the first other thread exists.
    static func main() {
        cprocess_keep_standard_streams()
        TerminationSignals.block()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let refusal as Refusal {
            refusal.end()
        } catch {
            guard exitCode(for: error) == .success else { (unknownVerb ?? .usage(message(for: error))).end() }
            explain(fullMessage(for: error))
        }
    }

    /// `--help` and `--version`. The help of the program includes that of its default verb.
    private static func explain(_ text: String) {
        let help = helpMessage(for: Serve.self)
        Console.say(text)
        if text == helpMessage() { Console.say("\n" + help) }
        if text == helpMessage() || text == help { Console.say(Serve.examples) }
    }

    /// Why the command line cannot be read, if it begins with a word that is no verb.
    private static var unknownVerb: Refusal? {
        let verbs = configuration.subcommands.map { $0._commandName }
        guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
            !(verbs + ["help"]).contains(word)
        else { return nil }
        return .usage("unknown verb '\(word)'; the verbs are \(verbs.joined(separator: ", "))")
    }
}
