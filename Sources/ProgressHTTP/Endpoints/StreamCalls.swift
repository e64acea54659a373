package import MicroHTTPD
import ProgressCore
import ProgressDelivery
import ProgressRegistry
package import ProgressStreams
import ProgressWire

/// Calls that open event streams.
struct StreamCalls {
    let service: ServiceContext
    let reactor: Int

    private var registry: ProgressRegistry { service.registry }

    private static let maximumIDCount = 50

    /// `GET …/events` and `GET /v1/events`: checks everything now, because a stream that has begun cannot fail.
    func events(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        guard case .exchange(let exchange) = request.headers else { throw .noSuchPath }
        let query = request.head.query
        let last = Resumption.lastEventID(of: exchange, query)
        let resumption = Resumption(last, epoch: registry.epoch.bytes)
        let followsRuns = try query.bool("runs")
        let selection = try selection(request, isResumed: last != nil, followsRuns: followsRuns)
        let wantsSummary = try query.bool("summary")
        let showsHeartbeats = try query.bool("heartbeats")
        let minimumInterval = try minimumInterval(query)
        if case .after(let sequence) = resumption, !(followsRuns && !selection.names.isEmpty),
            registry.enter({ $0.hasNothingMore(for: selection, showsSummaries: wantsSummary, after: sequence) })
        {
            answer.status = 204
            answer.cacheControl = "no-store"
            return .answered
        }
        if request.method == .head {
            answer.contentType = "text/event-stream; charset=utf-8"
            answer.cacheControl = "no-store, no-transform"
            answer.language = request.head.language
            answer.isStreamHead = true
            return .answered
        }
        return .streams(
            StreamRequest(
                selection: selection,
                language: request.head.language,
                wantsSummary: wantsSummary,
                minimumInterval: minimumInterval,
                resumption: resumption,
                ticket: try ticket(for: exchange),
                permit: request.permit,
                followsRuns: followsRuns,
                showsHeartbeats: showsHeartbeats
            )
        )
    }

    func ticket(for exchange: Exchange) throws(RequestError) -> StreamTicket {
        do { return try StreamTicket(registry, service.proxies.client(of: exchange), service.configuration) } catch {
            throw RequestError(error)
        }
    }

    private func selection(
        _ request: APIRequest,
        isResumed: Bool,
        followsRuns: Bool
    ) throws(RequestError) -> Selection {
        let (query, scope) = (request.head.query, request.permit?.scope)
        let descendants = try query.bool("descendants")
        if let node = request.head.route.node {
            // A grant's request names its node by id by now; its stream still follows the name, within its reach.
            let one = try named(request.node, called: node, isResumed: isResumed, followsRuns: followsRuns)
            return .nodes([one], descendants: descendants)
        }
        let ids = query.all("id")
        if ids.count > Self.maximumIDCount { throw .tooManyIDs(count: ids.count, limit: Self.maximumIDCount) }
        if ids.isEmpty {
            if scope != nil { throw .outsideScope }
            var filter = try RootFilter(query)
            filter.fileURL = query["fileURL"].map(RootFilter.trimmed)
            return .roots(filter, descendants: descendants)
        }
        var all: [Selection.Named] = []
        for text in ids {
            let reference = Array(text.utf8).withUnsafeBufferPointer { NodeReference($0[...]) }
            // A grant must not learn whether a name is taken outside its subtree, so a free name is refused alike.
            if let scope, case .name = reference, !registry.enter({ $0.isWithin(reference, scope) }) {
                throw .outsideScope
            }
            let one = try named(
                reference,
                called: reference,
                text: text,
                isResumed: isResumed,
                followsRuns: followsRuns
            )
            if let scope, !registry.enter({ $0.isWithin(one.id, scope) }) { throw .outsideScope }
            if !all.contains(where: { $0.id == one.id && $0.name == one.name && one.id != nil }) { all.append(one) }
        }
        return .nodes(all, descendants: descendants)
    }

    /// A node of a selection. A returning reader, and one that follows runs, may give unknown names. A returning reader
    /// still has the node that gave the name up, while no other node has it.
    private func named(
        _ node: NodeReference,
        called reference: NodeReference,
        text: String? = nil,
        isResumed: Bool,
        followsRuns: Bool
    ) throws(RequestError) -> Selection.Named {
        var name: String?
        if case .name(let given) = reference { name = given }
        let known: ProgressID? = registry.enter { registry in
            if let index = try? registry.tree.find(node) { return registry.tree.forest.id(of: index) }
            return isResumed ? name.flatMap { registry.departures.releaser(ofName: $0) } : nil
        }
        if let known { return Selection.Named(id: known, text: known.description, name: name) }
        switch node {
        case .id(let id) where isResumed: return Selection.Named(id: id, text: id.description)
        case .name(let name) where isResumed || followsRuns: return Selection.Named(id: nil, text: name, name: name)
        case .id(let id): throw text == nil ? .tree(.notFound) : .unknownID(id.description)
        case .name(let name): throw text == nil ? .tree(.notFound) : .unknownID(name)
        case .impossible: throw .unknownID(text ?? "")
        }
    }

    private func minimumInterval(_ query: QueryParameters) throws(RequestError) -> UInt64 {
        guard let text = query["maxRate"] else { return 0 }
        guard let rate = Double(text), rate > 0, rate.isFinite else {
            throw .invalidParameter(
                "The parameter maxRate must be a number above 0 (sends per second), not \(Excerpt(text))."
            )
        }
        return UInt64(min(1e9 / rate, 3.6e12))
    }
}

extension RegistryState {
    /// Whether a node exists and is `top` or below it.
    func isWithin(_ id: ProgressID?, _ top: ProgressID) -> Bool {
        guard let id, let index = try? tree.find(id) else { return false }
        return tree.forest.isWithin(index, top)
    }

    func isWithin(_ node: NodeReference, _ top: ProgressID) -> Bool {
        guard let index = try? tree.find(node) else { return false }
        return tree.forest.isWithin(index, top)
    }

    /// Whether the whole selection has ended and a reader with everything up to `sequence` knows it.
    func hasNothingMore(for selection: Selection, showsSummaries: Bool, after sequence: UInt64) -> Bool {
        guard case .nodes(let named, let descendants) = selection, sequence <= tree.sequence,
            hasEnded(named, descendants: descendants)
        else { return false }
        return named.allSatisfy { one in
            if let id = one.id, let index = try? tree.find(id) {
                let looksBelow = descendants || showsSummaries
                return (looksBelow ? tree.forest.subtreeStamp(of: index) : tree.forest.changeStamp(of: index))
                    <= sequence
            }
            // A removal up to `sequence` was told. A name that was never known must be told once.
            if let removal = departures.removal(of: one) { return removal <= sequence }
            return departures.forgottenStamp > 0 && sequence >= departures.forgottenStamp
        }
    }
}

extension Resumption {
    /// The state that a reader already has when it asks for a stream.
    /// - Parameter epoch: of this service.
    package init(of exchange: Exchange, epoch: [UInt8]) {
        let query = (try? QueryParameters(exchange.query)) ?? .none
        self.init(Self.lastEventID(of: exchange, query), epoch: epoch)
    }

    /// The id of the last event that it received, by its header or else by the query; nil if it received none. Browsers'
    /// substitutes for EventSource spell the parameter `lastEventId`.
    static func lastEventID(of exchange: Exchange, _ query: QueryParameters) -> String? {
        let header = CallHeaders.exchange(exchange).text("last-event-id")
        return [header, query["lastEventID"] ?? query["lastEventId"]].compactMap { $0 }.first { !$0.isEmpty }
    }
}
