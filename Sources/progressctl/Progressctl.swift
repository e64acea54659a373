import ArgumentParser
import CCommit
import Glibc

struct Progressctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "progressctl",
        abstract: "Watches, reports and controls progress that progressd keeps.",
        discussion: HelpText.text(
            """
            The service is where PROGRESSD_URL says (http://127.0.0.1:8080), or --url. A token is PROGRESSD_TOKEN, or the
            first one in the file of --token-file. A progress is named by its name or its id.

            Data goes to standard output, the rest to standard error. Colors are for terminals only, and NO_COLOR or
            TERM=dumb switch them off. Texts are in the language of LC_ALL, LC_MESSAGES or LANG.
            """
        ),
        version: Release.version + String(cString: ccommit_suffix()),
        groupedSubcommands: [
            CommandGroup(name: "Run", subcommands: [Run.self, Pipe.self]),
            CommandGroup(name: "See", subcommands: [Watch.self, Wait.self, List.self, Tree.self, Get.self, Open.self]),
            CommandGroup(name: "Report", subcommands: [New.self, Report.self, Finish.self, Fail.self, Shell.self]),
            CommandGroup(
                name: "Control",
                subcommands: [Cancel.self, Pause.self, Resume.self, Grant.self, Grants.self]
            ),
            CommandGroup(name: "Tell", subcommands: [Notify.self]),
            CommandGroup(name: "Install", subcommands: [Completions.self]),
        ]
    )

    private static var arguments: [String] {
        TerminalRequest.spelledOut(Array(CommandLine.arguments.dropFirst()))
    }

    /// Runs the command of the command line, and returns if it succeeded.
    static func work() async {
        do {
            let arguments = arguments
            var command: any ParsableCommand
            if let alone = alone(arguments) { command = alone } else { command = try await asyncParseAsRoot(arguments) }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            if Console.hasLostData { throw ExitCode(ExitStatus.failed.rawValue) }
        } catch {
            end(error)
        }
    }

    /// Runs a command that is not `async`, on this thread.
    static func workHere() -> Never {
        do {
            let arguments = arguments
            var command = try alone(arguments) ?? parseAsRoot(arguments)
            try command.run()
            throw Console.hasLostData ? ExitCode(ExitStatus.failed.rawValue) : ExitCode.success
        } catch {
            end(error)
        }
    }

    /// Ends with help, version or an exit status. A command line that cannot be read gets one line, which names --help.
    private static func end(_ error: any Error) -> Never {
        if let userError = error as? UserError {
            Console.complain(userError.line)
            Glibc.exit(userError.status.rawValue)
        }
        let code = exitCode(for: error)
        guard code == .validationFailure else { exit(withError: error) }
        Console.complain(
            "\(message(for: error).split(whereSeparator: \.isNewline).joined(separator: " ")) (see --help)"
        )
        Glibc.exit(ExitStatus.usage.rawValue)
    }
}
