import MicroHTTPD
import ProgressCore
import ProgressRegistry
import ProgressWire

/// A problem document (RFC 9457) without what depends on its request.
struct Problem {
    let type: ProblemType
    let detail: String
    /// A JSON pointer to the member at fault, if it is one member.
    var field: String?

    /// The one place where errors become problems.
    /// - Parameter prefix: before the paths that the caller may use instead.
    init(_ error: RequestError, below prefix: String = "") {
        switch error {
        case .body(let error): self.init(ProblemType(error), error.sentence, error.pointer)
        case .tree(let error): self.init(error)
        case .treeAt(let error, let pointer):
            self.init(error)
            field = pointer
        case .invalidParameter(let sentence): self.init(.invalidParameter, sentence)
        case .parameterOutOfRange(let sentence): self.init(.outOfRange, sentence)
        case .unknownParameter(let name, let known):
            self.init(
                .unknownParameter,
                "The query parameter \(Excerpt(name)) is unknown here.\(NearName.question(name, among: known)) "
                    + "Known: \(known.joined(separator: ", "))."
            )
        case .repeatedParameter(let name):
            self.init(.invalidParameter, "The query parameter \(Excerpt(name)) comes more than once; one value counts.")
        case .malformedRequest(let sentence): self.init(.malformedRequest, sentence)
        case .noSuchPath: self.init(.notFound, "No resource has this path.")
        case .outsidePrefix(let prefix): self.init(.notFound, "This service answers below \(prefix)/ alone.")
        case .unknownPath(let hint):
            self.init(.notFound, "No resource has this path.\(hint(prefix).map { " \($0)" } ?? "")")
        case .unknownNode(let id):
            self.init(
                .notFound,
                "No progress has the id or name \(Excerpt(id)). One that has ended is removed after the retention time "
                    + "(--retention-seconds)."
            )
        case .unknownID(let id): self.init(.notFound, "No progress has the id or name \(Excerpt(id)).")
        case .unknownRun:
            self.init(.notFound, "The name remembers no run with this id. GET …/runs lists those that it remembers.")
        case .unknownChild(let id): self.init(.notFound, "No progress has the id or name \(Excerpt(id)).", "/childID")
        case .methodNotAllowed(let allowed, let instead):
            self.init(.methodNotAllowed, "Allowed methods: \(allowed).\(instead(prefix).map { " \($0)" } ?? "")")
        case .requestTimeout: self.init(.requestTimeout, "The request was not complete in time.")
        case .preconditionFailed(let id, let version):
            self.init(.preconditionFailed, "If-Match does not match the ETag of \(id), which is at version \(version).")
        case .preconditionExcludes(let id, let version):
            self.init(.preconditionFailed, "If-None-Match excludes \(id), which is there, at version \(version).")
        case .preconditionWithoutNode(let name):
            self.init(
                .preconditionFailed,
                "If-Match requires an existing progress; none is named \(Excerpt(name))."
            )
        case .replyTooLarge(let limit):
            self.init(.limitReply, "Earlier lines have filled the reply, which may have at most \(limit) bytes.")
        case .unsupportedMediaType(let found, let expected, let wanted):
            self.init(
                .unsupportedMediaType,
                "The body is \(Excerpt(found)); expected: \(expected).\(wanted.map(Self.curlHint) ?? "")"
            )
        case .unsupportedCoding(let coding):
            self.init(
                .unsupportedMediaType,
                "The body is \(Excerpt(coding)); expected: a body without Content-Encoding."
            )
        case .jsonAsForm:
            self.init(
                .unsupportedMediaType,
                "The body looks like JSON, and its Content-Type says application/x-www-form-urlencoded."
                    + Self.curlHint("application/json")
            )
        case .wrongHost(let host):
            self.init(
                .wrongHost,
                "Host is \(Excerpt(host)), which is not a loopback name. A service on loopback answers to another name "
                    + "only if it is started with --allowed-host NAME."
            )
        case .lengthRequired:
            self.init(.lengthRequired, "The body comes in chunks; this service needs its length (--refuse-chunked).")
        case .bodyTooLarge(let limit): self.init(.bodyTooLarge, "The body may have at most \(limit) bytes.")
        case .expectationFailed:
            self.init(.expectationFailed, "The only expectation that this service fulfills is Expect: 100-continue.")
        case .headTooLarge(let excess): self.init(.headTooLarge, excess.sentence)
        case .requestHeadTooLarge(let limit): self.init(.headTooLarge, limit.sentence)
        case .tooManyLines(let limit): self.init(.tooManyLines, "A batch may have at most \(limit) lines.")
        case .tooManyIDs(let count, let limit):
            self.init(.tooManyIDs, "\(count) ids were given; one stream takes at most \(limit).")
        case .nameIsID(let name):
            self.init(
                .invalidName,
                "\(Excerpt(name)) is not a name: 1 to 128 of A-Z a-z 0-9 . _ : -, first a letter or digit, not a UUID."
            )
        case .nameMismatch(let path, let body):
            self.init(.invalidName, "The path says \(Excerpt(path)), the body \(Excerpt(body)).", "/name")
        case .nameTaken(let name, let holder, let pointer):
            self.init(.nameTaken, "\(Excerpt(name)) is the name of \(holder?.sentence ?? "another progress.")", pointer)
        case .nameTakenByAnotherBody(let name, let holder):
            let who = holder.map { " It is \($0.sentence)" } ?? ""
            self.init(.nameTaken, "\(Excerpt(name)) was created with another body.\(who)")
        case .keyReused(let holder):
            self.init(.keyReused, "This Idempotency-Key came with another body, and created \(holder.sentence)")
        case .unauthorized: self.init(.unauthorized, "This call needs a valid token, as Authorization: Bearer.")
        case .tooManyWrongTokens(let limit):
            self.init(
                .limitWrongTokens,
                "This client sent \(limit) wrong tokens within a minute; all its tokens are refused until it ends."
            )
        case .forbidden(let sentence): self.init(.forbidden, sentence)
        case .crossSite(let sentence): self.init(.crossSite, sentence)
        case .outsideScope: self.init(.forbidden, "The token is valid for one subtree only, and this is outside it.")
        case .tooManyGrants(let limit): self.init(.limitGrants, "The service holds at most \(limit) grants.")
        case .tooManyStreams(let limit):
            self.init(.limitStreams, "The service serves at most \(limit) streams and waiting requests.")
        case .tooManyStreamsOfClient(let limit):
            self.init(.limitClientStreams, "One client address may have at most \(limit) streams and waiting requests.")
        case .tooManyBodies(let limit):
            self.init(.limitBodies, "The request bodies on this thread may have at most \(limit) bytes in all.")
        case .tooManyConnections: self.init(.limitConnections, "The service cannot serve another connection now.")
        case .notReady(let reason):
            self.init(.notReady, reason ?? "The service is not accepting requests at the moment.")
        case .noWriter:
            self.init(.noWriter, "None of the service's replicas accepts writes at the moment; nothing was changed.")
        case .outcomeUnknown:
            self.init(
                .outcomeUnknown,
                "The replica with the request was replaced, or has not saved the change in time; it may be lost or made."
            )
        case .shuttingDown: self.init(.shuttingDown, "The service is stopping.")
        case .storageFull(let wasDone): self.init(.storageFull, Self.sentence("has no space left", wasDone))
        case .storageFailing(let wasDone): self.init(.storageFailing, Self.sentence("cannot be written to", wasDone))
        }
    }

    private init(_ type: ProblemType, _ detail: String, _ field: String? = nil) {
        self.type = type
        self.detail = detail
        // The pointer to the whole body names no member.
        self.field = field == "" ? nil : field
    }

    private init(_ error: ProgressError) {
        switch error {
        case .notFound: self.init(.notFound, "No progress or reservation has this id or name.")
        case .alreadyHasParent(let child, let parent):
            self.init(.alreadyHasParent, "\(child) is already a child of \(parent).", "/childID")
        case .cycle(let child, let parent):
            self.init(.cycle, "\(parent) is \(child) itself or below it.", "/childID")
        case .nameTaken(let name): self.init(.nameTaken, "\(Excerpt(name)) is the name of another progress.")
        case .negativePending(let count):
            self.init(.negativePending, "pendingUnitCount is \(count); it must be 0 or more.", "/pendingUnitCount")
        case .countOverflow(let id, let count, let addend):
            self.init(.countOverflow, "\(count) completed units of \(id) and \(addend) more do not fit in 64 bits.")
        case .alreadyFailed(let id): self.init(.alreadyFailed, "\(id) has failed.")
        case .alreadyFinished(let id): self.init(.alreadyFinished, "\(id) is finished.")
        case .alreadyCancelled(let id): self.init(.alreadyCancelled, "\(id) is cancelled.")
        case .tooManyNodes(let limit): self.init(.limitNodes, "The service holds at most \(limit) progresses.")
        case .tooDeep(let limit, let depth):
            self.init(.limitDepth, "A progress would have depth \(depth); the maximum is \(limit).")
        case .tooManyChildren(let limit): self.init(.limitChildren, "A parent has at most \(limit) children.")
        case .tooManyReservations(let limit):
            self.init(.limitReservations, "The service holds at most \(limit) open reservations.")
        case .tooMuchText(let limit):
            self.init(.limitText, "The service holds at most \(limit) bytes of client text in all.")
        }
    }

    /// curl sends a form unless told otherwise: the commonest first mistake.
    private static func curlHint(_ type: StaticString) -> String {
        let header = "-H 'Content-Type: \(type)'"
        return type.utf8CodeUnitCount == 16 ? " With curl: --json, or \(header)." : " With curl: \(header)."
    }

    private static func sentence(_ flaw: String, _ wasDone: Bool) -> String {
        "The service's disk \(flaw); "
            + (wasDone ? "the change is made and will be saved when the disk recovers." : "nothing was changed.")
    }

    /// The status of its type, except 507 when the text limit of the whole service is reached.
    func status(for error: RequestError) -> Int {
        if case .tree(.tooMuchText) = error { return 507 }
        return type.status
    }

    /// At most 512 bytes, the last of which is no part of a cut escape.
    private static func shown(_ path: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        let shown = path.prefix(512)
        guard shown.count < path.count, let escape = shown.suffix(2).lastIndex(of: UInt8(ascii: "%")) else {
            return shown
        }
        return shown[..<escape]
    }

    /// Appends the document.
    /// - Parameters:
    ///   - prefix: below which the page of its type is.
    ///   - instance: the path of the request as sent; the document shows at most 512 bytes of it.
    func append(to bytes: inout [UInt8], status: Int, below prefix: String, instance: UnsafeBufferPointer<UInt8>) {
        bytes.append("{\"type\":\"")
        bytes.append(text: prefix)
        bytes.append("/problems/")
        bytes.append(contentsOf: type.slug.utf8)
        bytes.append("\",\"title\":\"")
        bytes.append(type.title)
        bytes.append("\",\"status\":")
        bytes.appendJSON(status)
        bytes.append(",\"detail\":")
        bytes.appendJSON(detail)
        bytes.append(",\"instance\":")
        bytes.appendJSON(String(decoding: Self.shown(instance), as: UTF8.self))
        if let field {
            bytes.append(",\"field\":")
            bytes.appendJSON(field)
        }
        bytes.append("}")
    }
}

extension HeadLimit {
    fileprivate var sentence: String {
        switch self {
        case .bytes: "The request line and the header fields of a request may have at most \(most) bytes in all."
        case .fields: "A request may have at most \(most) header fields."
        case .parameters: "The query of a request may have at most \(most) parameters."
        case .cookies: "A request may have at most \(most) cookies."
        }
    }
}

extension HeadExcess {
    fileprivate var sentence: String {
        switch self {
        case .bytes(let limit):
            "The path with its query and the header fields of a line may have at most \(limit) bytes in all."
        case .fields(let limit): "A line may have at most \(limit) header fields."
        case .parameters(let limit): "The query of a line may have at most \(limit) parameters."
        case .line(let limit): "A line may have at most \(limit) bytes beside its body."
        }
    }
}

extension NameHolder {
    /// The end of a sentence.
    fileprivate var sentence: String { "\(id), which is \(state.name)." }
}
