import ArgumentParser

struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print completions for a shell; they know the names of what works now.",
        discussion: HelpText.text(
            """
            EXAMPLES
              progressctl completions bash > \\
                  ~/.local/share/bash-completion/completions/progressctl
              progressctl completions zsh > ~/.zfunc/_progressctl
              progressctl completions fish > ~/.config/fish/completions/progressctl.fish
            """,
            end: nil
        )
    )

    @Argument(help: "bash, zsh or fish.", completion: .list(["bash", "zsh", "fish"]))
    var shell: String

    func run() throws {
        guard let shell = CompletionShell(rawValue: shell) else {
            throw ValidationError("There are completions for bash, zsh and fish, not for \(shell).")
        }
        Console.say(Progressctl.completionScript(for: shell))
    }
}
