import FoundationEssentials
import ProgressClient

/// The service, with errors worded for users.
struct CommandClient {
    let service: ProgressService
    /// The address to show, without a slash at its end.
    let address: String

    /// - Parameter patience: the longest time that a call may take.
    /// - Throws: `UserError` if the address or the token cannot be used, or the address needs libcurl, and this machine
    ///   has none.
    init(_ options: ServiceOptions, patience: Duration = .seconds(10)) throws {
        guard let url = ServiceAddress.service(options.address) else {
            throw UserError("invalid address \(ServiceAddress.shown(options.address)): \(ServiceAddress.form)", .usage)
        }
        address = url.absoluteString
        if let missing = Transfers.missingLibrary(for: address) { throw UserError(missing, .unavailable) }
        var service = ProgressService(
            url,
            token: try options.token(),
            reservation: Environment["PROGRESSD_RESERVATION"]
        )
        options.tokenFile.map(Console.warn(ofSecretIn:))
        service.acceptLanguage = Locale.acceptLanguage
        service.patience = patience
        service.leavesOutEmptyTexts = true
        self.service = service
    }

    /// The page that shows a progress.
    func page(of reference: String) -> String { "\(address)/progress/\(ServiceAddress.encoded(reference))" }

    /// Calls `body` with the service, and turns its `ServiceError` into one that says what a user can do.
    func ask<Value: Sendable>(_ body: (ProgressService) async throws -> Value) async throws -> Value {
        do {
            return try await body(service)
        } catch let error as ServiceError {
            throw userError(error)
        }
    }

    /// Calls `body` to report, which must neither stop nor delay the work: if the service cannot be reached within two
    /// seconds, prints one warning and returns `absent`.
    static func reporting<Value: Sendable>(
        to options: ServiceOptions,
        absent: Value,
        _ body: (CommandClient) async throws -> Value
    ) async throws -> Value {
        do {
            return try await body(CommandClient(options, patience: .seconds(2)))
        } catch let userError as UserError where userError.status == .unavailable {
            Console.complain("\(userError.line); the work continues")
            return absent
        }
    }

    /// Calls `body` with each root that matches, newest first unless they are sorted, until it returns false.
    ///
    /// - Parameter labels: `key=value` and other filters of `Labels`, all of which have to match.
    func roots(_ query: RootQuery, labels: [String] = [], _ body: (ListItem) throws -> Bool) async throws {
        var query = query
        query.labelFilters = try Labels.filters(labels)
        repeat {
            let (data, page) = try await ask { service in
                let data = try await service.rootsData(query)
                return (data, try ServiceCoding.decode(ProgressPage.self, from: data))
            }
            for (bytes, snapshot) in zip(RawItems.split(data), page.items) {
                guard try body(ListItem(bytes: bytes, snapshot: snapshot)) else { return }
            }
            query.cursor = page.nextCursor
        } while query.cursor != nil
    }

    /// The events of a selection. Read them inside `ask`.
    ///
    /// - Parameter outage: begins when the connection breaks; the reader has to end it with the next event.
    func events(of selection: EventSelection, _ outage: OutageNotice, warns: Bool = true) -> ProgressEvents {
        var events = service.events(of: selection)
        events.onInterruption = { error in
            guard outage.begin() && warns else { return }
            Console.complain("lost the connection to \(address) (\(error)); trying again")
        }
        return events
    }

    /// Like `events`, but falls back to polling if the service has no room for a stream.
    func watchedEvents(of selection: EventSelection, _ outage: OutageNotice, warns: Bool = true) -> WatchedEvents {
        WatchedEvents(events(of: selection, outage, warns: warns), selection, service)
    }

    /// The line for the user, and the exit status.
    func userError(_ error: ServiceError) -> UserError {
        switch error {
        case .unreachable, .timedOut:
            UserError(
                "no service at \(address) (\(error)); start progressd, or set PROGRESSD_URL or --url",
                .unavailable
            )
        case .unreadable:
            UserError("\(address): \(error); check PROGRESSD_URL or --url", .unavailable)
        case .problem(let problem): userError(problem)
        case .invalidSetting(let text): UserError(text, .usage)
        case .cancelled: UserError("cancelled", .cancelled)
        }
    }

    private func userError(_ problem: Problem) -> UserError {
        let detail = problem.detail ?? "\(problem.title) (\(problem.status))"
        return switch problem.status {
        case 401: UserError("\(detail) Set PROGRESSD_TOKEN, or --token-file.", .forbidden)
        case 403: UserError(detail, .forbidden)
        case 404: UserError("\(detail) `progressctl ls` shows what there is.", .notFound)
        // Too many requests at a time are as temporary as an overloaded service.
        case 408, 429, 500...: UserError("\(address): \(detail)", .unavailable)
        default: UserError(detail, .refused)
        }
    }
}
