import MicroHTTPD
import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// What the reply to a write looks like, as its head asks for.
struct ReplyManner {
    let language: Language
    /// `Prefer: return=minimal`.
    let isMinimal: Bool
}

/// What the head of a `completed-units` call comes to. Workers send the same head with every call on their connection,
/// so this is found once (`Exchange.headNote`) and only the bodies are read.
///
/// Nothing in it may depend on anything but the head and the configuration: a right that may end is looked at anew with
/// every call, and so are preconditions; a request that has an id of its own gets it back.
package final class UnitsCall {
    let node: NodeReference
    let manner: ReplyManner

    init(node: NodeReference, manner: ReplyManner) {
        self.node = node
        self.manner = manner
    }
}

extension Endpoints {
    /// `POST …/completed-units`: the hottest call of all.
    func complete(_ node: NodeReference, _ request: APIRequest, _ answer: Answer) throws(RequestError) {
        if !request.body.isEmpty { try checkMediaType(request) }
        let manner = try manner(of: request)
        let snapshot = try complete(node, request.body, if: Precondition(request), at: request.now)
        answerWrite(snapshot, manner, answer)
        note(UnitsCall(node: node, manner: manner), request)
    }

    /// The same with a head that was seen before.
    package func complete(
        _ call: UnitsCall,
        _ body: UnsafeRawBufferPointer,
        path: UnsafeBufferPointer<UInt8>,
        at now: Int64,
        _ answer: Answer
    ) {
        answer.reset()
        answer.kind = .completedUnits
        do throws(RequestError) {
            answerWrite(try complete(call.node, body, if: .none, at: now), call.manner, answer)
        } catch {
            fail(error, path: path, answer)
        }
        metrics.wrote(.completedUnits, status: answer.status)
    }

    /// Keeps what was found for the next request with this head, if its head is all that it was found from.
    private func note(_ call: @autoclosure () -> UnitsCall, _ request: APIRequest) {
        guard case .exchange(let exchange) = request.headers, exchange.headIsRepeated, exchange.headNote == nil,
            request.query == nil, !request.body.isEmpty, exchange.header("if-match") == nil,
            exchange.header("cookie") == nil, exchange.header("x-request-id") == nil,
            request.permit.map({ !$0.mayEnd }) ?? !request.isWithTokens
        else { return }
        exchange.headNote = call()
    }

    private func complete(
        _ node: NodeReference,
        _ bytes: UnsafeRawBufferPointer,
        if precondition: Precondition,
        at now: Int64
    ) throws(RequestError) -> ProgressSnapshot {
        let body: UnitsBody
        do { body = try UnitsBody(bytes) } catch { throw .body(error) }
        return try registry.enter(from: reactor) { registry throws(RequestError) in
            try registry.write(node, if: precondition) { index throws(ProgressError) in
                guard let (writer, sequence) = body.numbered else {
                    return registry.snapshot(try registry.tree.complete(index, by: body.count, at: now))
                }
                return registry.snapshot(
                    try registry.tree.complete(index, by: body.count, writer: writer, sequence: sequence, at: now)
                )
            }
        }
    }

    func manner(of request: APIRequest) throws(RequestError) -> ReplyManner {
        let query = request.query == nil ? .none : try QueryParameters(request.query)
        return ReplyManner(language: language(request, query), isMinimal: Preferences(request).isMinimal)
    }
}
