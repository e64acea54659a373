import MicroHTTPD
package import Platform
import ProgressCore
package import ProgressLocalization
package import ProgressRegistry
package import ProgressStreams

/// A checked request for a stream; nothing is registered yet.
package final class StreamRequest {
    let selection: Selection
    package let language: Language
    let wantsSummary: Bool
    /// Nanoseconds between two sends of one node; 0 means the service's own pace.
    let minimumInterval: UInt64
    let resumption: Resumption
    let ticket: StreamTicket
    /// The right that it was opened with; the stream ends with it.
    let permit: Permit?
    /// Whether it waits for the next node that takes one of its names.
    let followsRuns: Bool
    /// Whether its reader sees heartbeats.
    let showsHeartbeats: Bool

    package init(
        selection: Selection,
        language: Language,
        wantsSummary: Bool,
        minimumInterval: UInt64,
        resumption: Resumption,
        ticket: StreamTicket,
        permit: Permit?,
        followsRuns: Bool,
        showsHeartbeats: Bool
    ) {
        self.selection = selection
        self.language = language
        self.wantsSummary = wantsSummary
        self.minimumInterval = minimumInterval
        self.resumption = resumption
        self.ticket = ticket
        self.permit = permit
        self.followsRuns = followsRuns
        self.showsHeartbeats = showsHeartbeats
    }
}

/// A place in the stream quota, given back on release. Never release it inside the gate: `deinit` enters the registry.
package final class StreamTicket: Sendable {
    private let registry: ProgressRegistry
    private let peer: PeerAddress

    package init(
        _ registry: ProgressRegistry,
        _ peer: PeerAddress,
        _ configuration: Configuration
    ) throws(StreamQuota.Refusal) {
        try registry.enter { registry throws(StreamQuota.Refusal) in
            try registry.streams.enter(
                peer,
                limit: configuration.maximumStreams,
                peerLimit: configuration.maximumStreamsPerClient
            )
        }
        self.registry = registry
        self.peer = peer
    }

    deinit {
        let peer = peer
        registry.enter { registry in registry.streams.leave(peer) }
    }
}

extension Selection {
    /// The targets that a stream watches for this selection.
    func targets(withSummary: Bool) -> [RegistryState.WatchTarget] {
        let isDeep = includesDescendants || withSummary
        switch self {
        case .roots(let filter, let descendants):
            if !isDeep { return [.roots] }
            return descendants && !filter.isEmpty ? [.roots, .everything, .relabelings] : [.roots, .everything]
        case .nodes:
            return names.map { .name($0) } + tops.flatMap { isDeep ? [.node($0), .subtree($0)] : [.node($0)] }
        }
    }
}
