import ProgressCore
import ProgressRegistry
import ProgressWire

/// Calls that change the node of their path: they enter the registry once, then they answer.
protocol NodeCalls {
    var service: ServiceContext { get }
    /// The reactor's number.
    var reactor: Int { get }
    var replies: ReplyWriter { get }
}

extension NodeCalls {
    var registry: ProgressRegistry { service.registry }

    /// Changes the request's node, and answers with as much of it as the caller wants to know.
    func change(
        _ request: APIRequest,
        _ answer: Answer,
        _ body: (RegistryState, NodeIndex) throws(ProgressError) -> Written
    ) throws(RequestError) {
        // A snapshot costs more than most changes.
        if request.head.preferences.isMinimal {
            let receipt = try write(request) { registry, index throws(ProgressError) in
                registry.receipt(try body(registry, index))
            }
            return replies.answerWrite(receipt, request.head, answer)
        }
        let snapshot = try write(request) { registry, index throws(ProgressError) in
            registry.snapshot(try body(registry, index))
        }
        replies.answerWrite(snapshot, request.head, answer)
    }

    /// Like `change(_:_:_:)`, for a change that also sets members of the progress.
    /// - Parameter setsNone: whether it will be refused, or a repetition: the members are not looked at then.
    func change(
        _ request: APIRequest,
        _ answer: Answer,
        setting members: PatchBody,
        unless setsNone: (RegistryState, NodeIndex) -> Bool,
        _ body: (RegistryState, NodeIndex, [ProgressTree.Edit]) throws(ProgressError) -> Written
    ) throws(RequestError) {
        if request.head.preferences.isMinimal {
            let receipt = try write(request, setting: members, unless: setsNone) {
                registry,
                index,
                edits throws(ProgressError) in
                registry.receipt(try body(registry, index, edits))
            }
            return replies.answerWrite(receipt, request.head, answer)
        }
        let snapshot = try write(request, setting: members, unless: setsNone) {
            registry,
            index,
            edits throws(ProgressError) in
            registry.snapshot(try body(registry, index, edits))
        }
        replies.answerWrite(snapshot, request.head, answer)
    }

    /// Like `write(_:_:)`, for a write that also sets members of the progress.
    func write<Value>(
        _ request: APIRequest,
        setting members: PatchBody,
        unless setsNone: (RegistryState, NodeIndex) -> Bool,
        _ body: (RegistryState, NodeIndex, [ProgressTree.Edit]) throws(ProgressError) -> Value
    ) throws(RequestError) -> Value {
        try registry.enter(from: reactor) { registry throws(RequestError) in
            let isAnonymous = request.permit == nil
            let index: NodeIndex
            var edits: [ProgressTree.Edit] = []
            do throws(RegistryRefusal) { index = try registry.find(request.node, if: request.head.precondition) } catch
            {
                throw RequestError(error, isAnonymous: isAnonymous)
            }
            if !setsNone(registry, index) {
                let details = registry.tree.forest.details(of: index)?.details
                do throws(BodyError) { edits = try members.edits(for: details) } catch { throw .body(error) }
            }
            do throws(ProgressError) { return try body(registry, index, edits) } catch {
                throw RequestError(.tree(error), isAnonymous: isAnonymous)
            }
        }
    }

    /// Changes the request's node in one entry of the registry, if its precondition allows.
    func write<Value>(
        _ request: APIRequest,
        _ body: (RegistryState, NodeIndex) throws(ProgressError) -> Value
    ) throws(RequestError) -> Value {
        // Not by `ServiceContext.enter`: one closure within another costs a hundredth of the call.
        do {
            return try registry.enter(from: reactor) { registry throws(RegistryRefusal) in
                let index = try registry.find(request.node, if: request.head.precondition)
                do throws(ProgressError) { return try body(registry, index) } catch { throw .tree(error) }
            }
        } catch {
            throw RequestError(error, isAnonymous: request.permit == nil)
        }
    }
}
