import FoundationEssentials
import ProgressClient

/// The service, with errors as a user reads them.
struct CommandClient {
    let service: ProgressService
    /// To be shown: without a slash at its end, and without the user and the password that it may have.
    let address: String
    /// The longest time that a call may take.
    private let patience: Duration

    /// - Throws: `UserError` if the address or the token cannot be used.
    init(_ options: ServiceOptions, patience: Duration = .seconds(10)) throws {
        self.patience = patience
        address = Self.shown(options.address)
        guard let url = URL(string: options.address), url.scheme == "http" || url.scheme == "https", url.host() != nil
        else {
            throw UserError("\(address) is no address; it has to look like http://host:port", .usage)
        }
        var service = ProgressService(
            url,
            token: try options.token(),
            reservation: Environment["PROGRESSD_RESERVATION"]
        )
        service.acceptLanguage = Locale.acceptLanguage
        self.service = service
    }

    /// An address without what is before the last @ of its host.
    private static func shown(_ address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address }
        let rest = address[scheme.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard let at = rest[..<end].lastIndex(of: "@") else { return address }
        return String(address[..<scheme.upperBound] + rest[rest.index(after: at)...])
    }

    /// One segment of a path, or one name or value of a form.
    static func escaped(_ text: String) -> String { ServiceAddress.encoded(text) }

    /// The page that shows a progress.
    func page(of reference: String) -> String { "\(address)/progress/\(Self.escaped(reference))" }

    /// One call with a form as its body.
    ///
    /// - Throws: `UserError`, also for what the service refuses.
    func send(
        _ method: String,
        _ path: String,
        _ form: FormBody? = nil,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        timeout: Duration? = nil
    ) async throws -> ServiceReply {
        var headers = headers
        if let form, !form.text.isEmpty { headers.append(("Content-Type", "application/x-www-form-urlencoded")) }
        let body = form.flatMap { $0.text.isEmpty ? nil : Data($0.text.utf8) }
        do throws(ServiceError) {
            let reply = try await service.call(
                method,
                path,
                query: query,
                headers: headers,
                body: body,
                timeout: timeout ?? patience
            )
            guard 200..<300 ~= reply.status else { throw .problem(Problem(reply)) }
            return reply
        } catch {
            throw userError(error)
        }
    }

    func snapshot(in reply: ServiceReply) throws -> ProgressSnapshot { try decoded(ProgressSnapshot.self, reply.body) }

    func decoded<Value: Decodable>(_ type: Value.Type, _ body: Data) throws -> Value {
        do throws(ServiceError) { return try ServiceCoding.decode(type, from: body) } catch { throw userError(error) }
    }

    /// Reports, which must neither stop nor delay the work: where the service cannot be reached within two seconds, there
    /// is one warning and `absent`.
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

    /// Calls `body` with each root that matches, newest first, until it returns false.
    func roots(_ filter: ListFilter, _ body: (ListItem) throws -> Bool) async throws {
        var cursor: String?
        repeat {
            let query = try filter.query() + (cursor.map { [("cursor", $0)] } ?? [])
            let reply = try await send("GET", "/v1/progress", query: query)
            let page = try decoded(ProgressPage.self, reply.body)
            for (bytes, snapshot) in zip(RawItems.split(reply.body), page.items) {
                guard try body(ListItem(bytes: bytes, snapshot: snapshot)) else { return }
            }
            cursor = page.nextCursor
        } while cursor != nil
    }

    /// What happens to what is selected. Read it inside `reading`.
    ///
    /// - Parameter outage: begins when the connection breaks; whoever reads ends it with the next event.
    func events(of selection: EventSelection, _ outage: OutageNotice, warns: Bool = true) -> ProgressEvents {
        var events = service.events(of: selection)
        events.onInterruption = { error in
            guard outage.begin() && warns else { return }
            Console.complain("lost the connection to \(address) (\(error)); trying again")
        }
        return events
    }

    /// Does `body`, and says what a user can do about an error of the service.
    func reading<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as ServiceError {
            throw userError(error)
        }
    }

    /// Waits until the directive of a progress is another than `present`, at most half a minute; returns what it is.
    func directive(of reference: String, after present: Directive) async throws -> Directive {
        let headers = [(name: "Prefer", value: "wait=30"), (name: "Progress-Directive", value: present.rawValue)]
        let path = "/v1/progress/\(Self.escaped(reference))/heartbeat"
        let reply = try await send("POST", path, headers: headers, timeout: .seconds(40))
        return reply.directive ?? .run
    }

    /// What to tell the user, and the status to end with.
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
        // Too many requests at a time: as little for good as a service that is overloaded.
        case 408, 429, 500...: UserError("\(address): \(detail)", .unavailable)
        default: UserError(detail, .refused)
        }
    }
}
