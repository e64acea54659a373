import MicroHTTPD
import ProgressRegistry
import ProgressWire

/// A call in one row: everything that holds for all of its requests.
final class CallRow: Sendable {
    let call: Call
    /// `GET` includes `HEAD`.
    let method: Method
    let path: Path
    /// The least role that may make it; nil for everybody.
    let role: Role?
    let requestClass: RequestClass
    /// How it is counted and logged.
    let kind: CallKind
    /// Whether a line of a batch may make it.
    let isBatchable: Bool
    let needs: RequestNeeds
    let repeats: RetrySafety
    let waits: WaitUse
    let body: BodyUse
    /// Whether its body may be a form.
    let takesForm: Bool
    /// The query parameters that it knows beside `common`; nil: it ignores what it does not know.
    let parameters: [String]?

    /// The defaults follow from the class: a read reads and may wait, a write changes and takes an object, and both may
    /// be lines of a batch.
    /// - Parameter operation: how it counts as a write; nil if it changes nothing by itself.
    init(
        _ call: Call,
        _ method: Method,
        _ path: Path,
        _ role: Role?,
        _ requestClass: RequestClass,
        _ operation: WriteOperation? = nil,
        query parameters: [String]? = [],
        body: BodyUse? = nil,
        isBatchable: Bool? = nil,
        needs: RequestNeeds? = nil,
        repeats: RetrySafety? = nil,
        waits: WaitUse? = nil
    ) {
        self.call = call
        self.method = method
        self.path = path
        self.role = role
        self.requestClass = requestClass
        kind = CallKind(requestClass: requestClass, operation: operation, pattern: path.pattern)
        self.parameters = parameters
        self.body = body ?? (method.isWrite && method != .delete ? .object : .none)
        self.isBatchable = isBatchable ?? (requestClass == .read || requestClass == .write)
        self.needs = needs ?? requestClass.needs
        self.repeats = repeats ?? (method == .get ? .always : .never)
        self.waits = waits ?? (method == .get ? .ifAsked : .never)
        takesForm = requestClass == .write && path.isOfProgress
    }
}

extension RequestClass {
    fileprivate var needs: RequestNeeds {
        switch self {
        case .write, .batch: .writes
        case .read, .wait: .reads
        case .stream: .follows
        case .other: .nothing
        }
    }
}

/// How much of the trees a call needs. Whether its caller has the right is checked where it is answered.
package enum RequestNeeds: CaseIterable {
    /// Nothing: health, metrics, documents, files of the pages, and whatever no right can make possible.
    case nothing
    /// The trees as they are.
    case reads
    /// The trees from now on: an event stream, or a text view that may follow.
    case follows
    /// The right to change them.
    case writes
}

/// Whether a request may be sent a second time when it is unknown whether the first had an effect.
enum RetrySafety {
    case always, never
    /// Without a precondition, which would refuse its own effect, and without a query, which may ask for a new run each
    /// time.
    case ifUnconditional
    /// With `writer` and `sequence`: then it is added once.
    case ifNumbered
    /// With an `Idempotency-Key` and without a name: then it creates once.
    case ifKeyed
    /// If the tool of the agent only reads.
    case asTool
}

/// Whether the reply may be late because the client wants to wait for a change.
enum WaitUse {
    case never
    /// With `Prefer: wait`.
    case ifAsked
    /// If the tool of the agent waits.
    case asTool
}

/// How a call uses the body of its request.
enum BodyUse {
    case none
    /// An object that may be left out, also in chunks.
    case empty
    case object
    case mergePatch
    /// The lines of a batch.
    case lines
    /// A message of an agent or a trainer.
    case message

    var isNeeded: Bool { self != .none && self != .empty }

    /// The media types that it reads; the last is the usual one. Empty: it reads none.
    var mediaTypes: [StaticString] {
        switch self {
        case .none: []
        case .empty, .object, .message: ["application/json"]
        case .mergePatch: ["application/merge-patch+json", "application/json"]
        case .lines: ["application/x-ndjson"]
        }
    }
}

extension CallRow {
    /// Known to every call that has a query of its own.
    private static let common = ["grant", "locale"]
    /// May come more than once; if others did, it would be unclear which value counts.
    private static let repeatable: Set = ["id", "state", "name", "label"]

    /// Refuses a query that the call does not know, since a misspelled filter would answer everything, one that can be read
    /// in two ways, and a wrong value of what a write does.
    func check(_ query: QueryParameters) throws(RequestError) {
        let single = ((parameters ?? []) + Self.common).filter { !Self.repeatable.contains($0) }
        if let name = query.repeated(of: single) { throw .repeatedParameter(name) }
        guard let parameters else { return }
        if let name = query.names.first(where: { !parameters.contains($0) && !Self.common.contains($0) }) {
            throw .unknownParameter(name, known: parameters + Self.common)
        }
        if parameters.contains("lastEventID"), query["lastEventID"] != nil, query["lastEventId"] != nil {
            throw .repeatedParameter("lastEventID")
        }
        if parameters.contains("create") { _ = try query.bool("create") }
        if parameters.contains("until") { _ = try query.awaitsEnd }
        if parameters.contains("run") { _ = try query.beginsRun }
        if parameters.contains("revoke") { _ = try query.bool("revoke") }
        if parameters.contains("pending") { _ = try query.pendingPolicy }
    }
}

/// The most bytes that the body of a call may have.
///
/// A message of an agent or a trainer is read in one step, so its limit is what it has to carry: two texts and a
/// `userInfo` of the largest size, or the 64 KiB that Kubeflow's own server accepts.
struct BodyLimits: Sendable {
    private let usual: Int
    private let batch: Int
    private let message: Int
    /// For calls that everybody may make, which need a token at most, and for those that read no body: less than what is
    /// counted against the memory for bodies.
    let least: Int

    private static let mostOfMessage = 64 << 10
    private static let leastOfAll = 4 << 10

    init(_ configuration: Configuration) {
        usual = configuration.maximumBodyBytes
        batch = configuration.maximumBatchBytes
        message = min(Self.mostOfMessage, configuration.maximumBodyBytes)
        least = min(Self.leastOfAll, configuration.maximumBodyBytes)
    }

    func maximumByteCount(of row: CallRow) -> Int {
        switch row.body {
        case .none: least
        case .empty, .object, .mergePatch: usual
        case .lines: batch
        case .message: message
        }
    }
}
