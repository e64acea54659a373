import ArgumentParser
import ProgressClient

struct Report: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report counts, and print the directive: run, pause or cancel.",
        discussion: HelpText.text(
            """
            A name that means nothing yet is created, so that a script needs no other command. A service that cannot be
            reached costs one warning, and the directive is run: reporting never stops the work. --obey keeps waiting
            while the service restarts.

            EXAMPLES
              progressctl report import --completed 3 --total 10
              progressctl report import --by 1 --obey || exit
              progressctl report deploy --started --url log=https://ci.example.org/4711
              gunzip "$file" && progressctl report unpack --by 1 --total 12

            Exit status: 0 for run; 3 for pause; 4 for cancel; 64 the command line cannot be read; 65 the service refuses
            the request; 66 no such progress; 77 the token is missing or allows too little.
            """,
            end: nil
        )
    )

    @Argument(help: "Name or id.", completion: .progress)
    var id: String

    @Option(help: ArgumentHelp("How many units are done.", valueName: "n"))
    var completed: Int64?

    @Option(help: ArgumentHelp("How many units there are.", valueName: "n"))
    var total: Int64?

    @Option(name: .customLong("by"), help: ArgumentHelp("Adds n to what is done.", valueName: "n"))
    var increment: Int64?

    @OptionGroup var result: ResultOptions

    @Flag(help: "Work on it begins, though nothing is done yet.")
    var started = false

    @Flag(help: "While it is paused, wait until it is resumed or cancelled.")
    var obey = false

    @OptionGroup var work: WorkOptions

    private static let pollInterval = Duration.seconds(2)
    private static let retryInterval = Duration.seconds(5)

    func validate() throws {
        if increment != nil && completed != nil { throw ValidationError("--by and --completed exclude each other.") }
        let members = try result.members(work.urls)
        if increment == nil && completed == nil && total == nil && members.isEmpty && !started {
            throw ValidationError("Say what to report: --completed, --total, --by, --started, --description or --url.")
        }
    }

    func run() async throws {
        let directive = try await report()
        Console.say(directive.rawValue)
        // Even if it could not be printed: a full disk must not stop the work.
        throw ExitCode((directive.status ?? .success).rawValue)
    }

    private func report() async throws -> Directive {
        try await CommandClient.reporting(to: work.service, absent: .run) { client in
            var directive = try await send(client)
            var isAnswered = true
            while obey && directive == .pause {
                directive = try await resumption(client, &isAnswered)
            }
            return directive
        }
    }

    /// The directive as soon as it is not pause, or after half a minute. A service that does not answer, such as one
    /// that restarts, does not end the pause: it is asked again.
    private func resumption(_ client: CommandClient, _ isAnswered: inout Bool) async throws -> Directive {
        do {
            let directive = try await client.ask(nextDirective)
            isAnswered = true
            return directive
        } catch let userError as UserError where userError.status == .unavailable {
            if isAnswered { Console.complain("\(userError.line); still paused, trying again") }
            isAnswered = false
            try await Task.sleep(for: Self.retryInterval)
            return .pause
        } catch let userError as UserError where userError.status == .notFound && !UUIDText.matches(id) {
            // The service has lost its data, including the pause: report everything again.
            return try await send(client)
        }
    }

    /// The directive as soon as it is not pause; if the service holds no more requests, the one two seconds later.
    private func nextDirective(_ service: ProgressService) async throws -> Directive {
        do throws(ServiceError) {
            return try await service.directive(of: id, after: .pause)
        } catch {
            guard error.refusesToWait else { throw error }
            try await Task.sleep(for: Self.pollInterval)
            return try await service.directive(of: id)
        }
    }

    private func send(_ client: CommandClient) async throws -> Directive {
        var changes = try result.members(work.urls)
        changes["completedUnitCount"] = completed.map { .integer($0) }
        changes["totalUnitCount"] = total.map { .integer($0) }
        if started { changes["started"] = .bool(true) }
        var directive = Directive.run
        if !changes.isEmpty || increment == nil {
            directive = try await client.ask { service in
                try await service.change(id, changes, creates: !UUIDText.matches(id)).directive
            }
        }
        guard let increment else { return directive }
        do {
            return try await add(increment, client)
        } catch let userError as UserError where userError.status == .notFound && !UUIDText.matches(id) {
            _ = try await client.ask { try await $0.change(id, ["totalUnitCount": nil], creates: true) }
            return try await add(increment, client)
        }
    }

    private func add(_ count: Int64, _ client: CommandClient) async throws -> Directive {
        try await client.ask { try await $0.complete(id, by: count).directive }
    }
}
