import ArgumentParser
import Testing

@testable import progressctl

/// A command alone is read as among all commands.
@Suite struct OneCommandTests {
    @Test("the commands that can be alone are all that there are")
    func complete() {
        let grouped = Progressctl.configuration.groupedSubcommands
        var names: Set<String> = []
        for command in grouped.flatMap({ $0.subcommands }) {
            let name = command._commandName
            names.insert(name)
            #expect(Progressctl.commands[name].map { ObjectIdentifier($0) } == ObjectIdentifier(command))
        }
        #expect(names == Set(Progressctl.commands.keys))
    }

    @Test(
        "a command has the same options",
        arguments: [
            ["run", "--name", "nightly", "--label", "a=b", "--", "make", "--version", "--help"],
            ["run", "--tty=raw", "--no-pause", "--parser", "percent", "make", "-j", "2"],
            ["pipe", "--name", "dump"], ["ls", "--all"], ["new", "--total", "5"],
        ]
    )
    func options(arguments: [String]) throws {
        let alone = try #require(Progressctl.alone(arguments))
        let among = try Progressctl.parseAsRoot(arguments)
        #expect(String(reflecting: alone) == String(reflecting: among))
    }

    @Test(
        "help, the version, completions and errors are for all commands together",
        arguments: [
            ["run", "--help"], ["ls", "--help"], ["run", "-h"], ["help", "run"], ["run", "--version"], ["run"], [],
            ["run", "--nmae", "x"], ["run", "--total", "many", "--", "make"], ["lss"], ["--version"],
            ["ls", "--help-hidden"],
            ["report", "--generate-completion-script"],
            ["---completion", "wait", "--", "0", "0", "progressctl", "wait"],
        ]
    )
    func others(arguments: [String]) {
        #expect(Progressctl.alone(arguments) == nil)
    }
}
