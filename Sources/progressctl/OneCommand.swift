import ArgumentParser

/// The command line with one command of `Progressctl`. Names, options and texts of the others are not made, which takes
/// longer than most commands run.
struct OneCommand<Command: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "progressctl", subcommands: [Command.self])
    }
}

extension Progressctl {
    /// The commands by their names.
    static let commands: [String: any ParsableCommand.Type] = [
        "run": Run.self, "pipe": Pipe.self,
        "watch": Watch.self, "wait": Wait.self, "ls": List.self, "tree": Tree.self, "get": Get.self, "open": Open.self,
        "new": New.self, "report": Report.self, "finish": Finish.self, "fail": Fail.self, "sh": Shell.self,
        "cancel": Cancel.self, "pause": Pause.self, "resume": Resume.self, "grant": Grant.self, "grants": Grants.self,
        "notify": Notify.self, "completions": Completions.self,
    ]

    /// The command that these arguments ask for; nil where they ask for something else, such as help or a completion, and
    /// where they have an error: that is for the command line with all commands.
    static func alone(_ arguments: [String]) -> (any ParsableCommand)? {
        arguments.first.flatMap { commands[$0] }?.alone(arguments)
    }
}

extension ParsableCommand {
    fileprivate static func alone(_ arguments: [String]) -> (any ParsableCommand)? {
        // Help is another command.
        (try? OneCommand<Self>.parseAsRoot(arguments)) as? Self
    }
}
