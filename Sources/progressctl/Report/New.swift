import ArgumentParser
import ProgressClient

struct New: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create a progress and print its id.",
        discussion: HelpText.text(
            """
            A name belongs to one progress that works; when that has ended, the next run takes the name over. With --replace
            it also ends a run that was killed before it ended. If the service cannot be reached, the name itself is
            printed: the first report by that name that gets through creates it.

            EXAMPLES
              id=$(progressctl new --total 10 --label job=4711)
              progressctl new import --total 3 --replace
              progressctl new --parent import --pending 1 --total 200 --kind file
            """
        )
    )

    @Argument(help: "The name; none is needed.")
    var name: String?

    @Option(help: ArgumentHelp("How many units there are; unknown if left out.", valueName: "n"))
    var total: Int64?

    @Option(help: ArgumentHelp("How many are done already.", valueName: "n"))
    var completed: Int64?

    @Option(help: ArgumentHelp("The progress that this one is a part of.", valueName: "id"), completion: .progress)
    var parent: String?

    @Option(help: ArgumentHelp("How many of the parent's units it is worth (1).", valueName: "n"))
    var pending: Int64?

    @Option(help: ArgumentHelp("`file` if units are bytes.", valueName: "kind"))
    var kind: String?

    @Option(
        name: [.customLong("title"), .customLong("description")],
        help: ArgumentHelp("What readers see, instead of `42% completed`.", valueName: "text")
    )
    var description: String?

    @Option(help: ArgumentHelp("For finding it again; repeatable.", valueName: "key=value"))
    var label: [String] = []

    @Option(help: ArgumentHelp("Stalled after this long without a report.", valueName: "seconds"))
    var lease: Double?

    @Flag(help: "Work on it has begun already.")
    var started = false

    @Flag(help: "The work obeys pause; users see a pause button.")
    var pausable = false

    @Flag(help: "End what still works under this name.")
    var replace = false

    @OptionGroup var work: WorkOptions

    func validate() throws {
        if replace && name == nil { throw ValidationError("--replace needs a name.") }
        if replace && parent != nil { throw ValidationError("--replace is for progress without a parent.") }
        if pending != nil && parent == nil { throw ValidationError("--pending needs --parent.") }
        _ = try Labels.pairs(label)
    }

    func run() async throws {
        let new = try newProgress()
        if let name {
            Console.say(try await CommandClient.reporting(to: work.service, absent: name) { try await create(new, $0) })
        } else {
            Console.say(try await create(new, CommandClient(work.service)))
        }
    }

    /// Creates the progress; returns its id.
    private func create(_ new: NewProgress, _ client: CommandClient) async throws -> String {
        try await client.ask { service in
            if let parent { return try await service.create(new, under: parent).id }
            return try await replace ? service.put(new, beginningRun: true).id : service.create(new).id
        }
    }

    private func newProgress() throws -> NewProgress {
        var new = NewProgress(name: name, totalUnitCount: total ?? -1)
        new.completedUnitCount = completed
        if parent != nil { new.pendingUnitCount = pending ?? 1 }
        // Empty texts are not set.
        new.kind = kind.flatMap { $0.isEmpty ? nil : $0 }
        new.localizedDescription = description.flatMap { $0.isEmpty ? nil : $0 }
        new.leaseSeconds = lease
        if pausable { new.isPausable = true }
        if started { new.started = true }
        let urls = try Addresses.urls(work.urls).filter { !$0.value.isEmpty }
        if !urls.isEmpty { new.urls = urls }
        // The command line wins: it is nearer to the work than the environment.
        let labels = Dictionary(try Labels.fromEnvironment() + Labels.pairs(label)) { _, last in last }
        new.labels = labels.filter { !$0.value.isEmpty }
        return new
    }
}
