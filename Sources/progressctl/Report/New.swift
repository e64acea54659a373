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

            \(ExitStatus.explanation)
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

    @Option(help: ArgumentHelp("What readers see, instead of `42% completed`.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("For finding it again; repeatable.", valueName: "key=value"))
    var label: [String] = []

    @Option(help: ArgumentHelp("Stalled after this long without a report.", valueName: "seconds"))
    var lease: Double?

    @Flag(help: "The work obeys pause; users see a pause button.")
    var pausable = false

    @Flag(help: "End what still works under this name.")
    var replace = false

    @OptionGroup var service: ServiceOptions

    func validate() throws {
        if replace && name == nil { throw ValidationError("--replace needs a name.") }
        if replace && parent != nil { throw ValidationError("--replace is for progress without a parent.") }
        if pending != nil && parent == nil { throw ValidationError("--pending needs --parent.") }
        _ = try FormBody.labels(label)
    }

    func run() async throws {
        let form = try form()
        if let name {
            Console.say(try await CommandClient.reporting(to: service, absent: name) { try await create(form, $0) })
        } else {
            Console.say(try await create(form, CommandClient(service)))
        }
    }

    /// Returns the id.
    private func create(_ form: FormBody, _ client: CommandClient) async throws -> String {
        let reservation = parent == nil ? Environment["PROGRESSD_RESERVATION"] : nil
        let headers = reservation.map { [(name: "Progress-Reservation", value: $0)] } ?? []
        let reply = try await client.send(replace ? "PUT" : "POST", path, form, headers: headers)
        return try client.snapshot(in: reply).id
    }

    private var path: String {
        if let parent { return "/v1/progress/\(CommandClient.escaped(parent))/children" }
        if replace, let name { return "/v1/progress/\(CommandClient.escaped(name))?run=new" }
        return "/v1/progress"
    }

    private func form() throws -> FormBody {
        var form = FormBody()
        if !replace { form.add("name", name) }
        form.add("totalUnitCount", total.map { "\($0)" } ?? "")
        form.add("completedUnitCount", completed)
        if parent != nil { form.add("pendingUnitCount", pending ?? 1) }
        form.add("kind", kind)
        form.add("localizedDescription", description)
        form.add("leaseSeconds", lease)
        if pausable { form.add("isPausable", "true") }
        // The command line is nearer to the work than the environment.
        let labels = Dictionary(try FormBody.labelsFromEnvironment() + FormBody.labels(label)) { _, last in last }
        for (key, value) in labels.sorted(by: { $0.key < $1.key }) { form.add("labels.\(key)", value) }
        return form
    }
}
