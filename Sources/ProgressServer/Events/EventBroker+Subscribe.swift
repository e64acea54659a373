import MicroHTTPD
import ProgressCore

extension EventBroker: EventSocketObserver {
    private static let retry = Array("retry: 2000\n\n".utf8)

    /// A stream begins: registered and looked up in one step, so that nothing falls between.
    func begin(_ request: StreamRequest, on socket: EventSocket, now: UInt64) {
        advance(to: now)
        let subscription = Subscription(request, socket: socket, now: self.now)
        socket.observer = self
        socket.context = subscription
        subscriptions[ObjectIdentifier(subscription)] = subscription
        metrics.set(.open, to: subscriptions.count)
        register(subscription)
        if subscription.wantsSummary { summaryCount += 1 }
        subscription.targets = Self.targets(of: subscription)
        registry.enter(from: reactor) { registry in
            for target in subscription.targets { registry.watch(target, reactor: reactor) }
            registry.owe(to: subscription, request.resumption)
        }
        if subscription.owesReset { metrics.add(to: .resets) }
        // What it owes from the start is from before its registration: nothing of that is in a mailbox only.
        if socket.send([], Self.retry) == .gone { return }
        mayEnd(subscription)
        rouse(subscription)
    }

    private func register(_ subscription: Subscription) {
        switch subscription.selection {
        case .roots: rootSubscriptions.insert(subscription)
        case .nodes(let named, let descendants):
            for id in named.compactMap(\.id) {
                byNode[id, default: []].insert(subscription)
                if descendants || subscription.wantsSummary { bySubtree[id, default: []].insert(subscription) }
            }
        }
    }

    private static func targets(of subscription: Subscription) -> [RegistryState.WatchTarget] {
        let isDeep = subscription.selection.includesDescendants || subscription.wantsSummary
        switch subscription.selection {
        case .roots: return isDeep ? [.roots, .everything] : [.roots]
        case .nodes(let named, _):
            return named.compactMap(\.id).flatMap { isDeep ? [.node($0), .subtree($0)] : [.node($0)] }
        }
    }

    /// Takes a subscription out of everything; the socket is finished or gone.
    func close(_ subscription: Subscription) {
        guard !subscription.isClosed else { return }
        subscription.isClosed = true
        let key = ObjectIdentifier(subscription)
        subscriptions[key] = nil
        metrics.set(.open, to: subscriptions.count)
        restless[key] = nil
        lapsed[key] = nil
        if subscription.wantsSummary { summaryCount -= 1 }
        rootSubscriptions.remove(subscription)
        if case .nodes(let named, _) = subscription.selection {
            for id in named.compactMap(\.id) {
                byNode[id]?.remove(subscription)
                if byNode[id]?.isEmpty == true { byNode[id] = nil }
                bySubtree[id]?.remove(subscription)
                if bySubtree[id]?.isEmpty == true { bySubtree[id] = nil }
            }
        }
        registry.enter(from: reactor) { registry in
            for target in subscription.targets { registry.unwatch(target, reactor: reactor) }
        }
        subscription.owed.removeAll()
        subscription.socket.context = nil
    }

    func socketIsWritable(_ socket: EventSocket) {
        guard let subscription = socket.context as? Subscription else { return }
        if subscription.isResting, case .nodes(let named, _) = subscription.selection {
            for id in named.compactMap(\.id) { byNode[id]?.wake(subscription) }
            subscription.isResting = false
        }
        rouse(subscription)
    }

    func socketIsGone(_ socket: EventSocket) {
        if let subscription = socket.context as? Subscription { close(subscription) }
    }

    /// The service stops: every stream is told to come back after a few seconds, each after another while.
    func finishAll() {
        for subscription in Array(subscriptions.values) {
            let milliseconds = UInt32.random(in: 1_000...5_000)
            if !subscription.socket.isBehind {
                _ = subscription.socket.send([], Array("retry: \(milliseconds)\n\n".utf8))
            }
            subscription.socket.finish()
            close(subscription)
        }
    }
}
