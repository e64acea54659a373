import ProgressCore
import ProgressRegistry
import ProgressWire

/// The runs that a name remembers.
struct RunCalls {
    let service: ServiceContext
    let reactor: Int

    private var registry: ProgressRegistry { service.registry }

    /// `GET …/runs`: the roots that had the name, newest first.
    func list(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let (node, reach) = (request.node, request.nameRights.reading)
        let items = registry.enter(from: reactor) { registry in
            registry.tree.name(of: node, within: reach)
                .map { registry.tree.runsWithStepCounts(of: $0, within: reach) } ?? []
        }
        if items.isEmpty { throw .tree(.notFound) }
        answer.body.append(items, hidesUsers: answer.hidesUsers)
    }

    /// `GET …/runs/{id}`: one of them, with its steps.
    func open(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        guard case .run(_, let id?) = request.head.route.subject else { throw .unknownRun }
        let (node, reach, now) = (request.node, request.nameRights.reading, request.now)
        let run: OpenedRun? = registry.enter(from: reactor) { registry in
            guard let name = registry.tree.name(of: node, within: reach) else { return nil }
            return registry.tree.openedRun(id, of: name, within: reach, at: now)
        }
        guard let run else { throw .unknownRun }
        answer.body.append(run, hidesUsers: answer.hidesUsers)
    }

    /// `DELETE …/runs`: forgets the runs that have ended.
    func forget(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let (node, reach) = (request.node, request.nameRights.writing)
        let isFound = registry.enter(from: reactor) { registry in
            registry.tree.name(of: node, within: reach).map { registry.tree.forgetRuns(of: $0, within: reach) } ?? false
        }
        if !isFound { throw .tree(.notFound) }
        answer.status = 204
    }
}

extension ProgressTree {
    /// The name that a path gives, or that the node has whose id it gives, as far as the caller may know.
    fileprivate func name(of reference: NodeReference, within reach: NameReach) -> String? {
        if case .name(let name) = reference { return name }
        guard let index = try? find(reference), forest.reaches(index, reach) else { return nil }
        return forest.details(of: index)?.details.name
    }
}
