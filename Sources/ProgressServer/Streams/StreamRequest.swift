import MicroHTTPD
import ProgressCore
import ProgressLocalization
import ProgressStreams

/// A stream that was asked for and may begin: everything is checked, nothing is registered yet.
final class StreamRequest {
    let selection: Selection
    let language: Language
    let wantsSummary: Bool
    /// Nanoseconds between two sends of one node; 0: as the service's own pace.
    let minimumInterval: UInt64
    let resumption: Resumption
    let ticket: StreamTicket
    /// What it was opened with; when that ends, so does the stream.
    let permit: Permit?

    init(
        selection: Selection,
        language: Language,
        wantsSummary: Bool,
        minimumInterval: UInt64,
        resumption: Resumption,
        ticket: StreamTicket,
        permit: Permit?
    ) {
        self.selection = selection
        self.language = language
        self.wantsSummary = wantsSummary
        self.minimumInterval = minimumInterval
        self.resumption = resumption
        self.ticket = ticket
        self.permit = permit
    }
}

/// A place among the streams; given back when the last owner lets go of it. Never let go of inside the gate.
final class StreamTicket: Sendable {
    private let registry: ProgressRegistry
    private let peer: PeerAddress

    init(
        _ registry: ProgressRegistry,
        _ peer: PeerAddress,
        _ configuration: Configuration
    ) throws(RequestError) {
        try registry.enter { registry throws(RequestError) in
            do throws(StreamCensus.Refusal) {
                try registry.streams.enter(
                    peer,
                    limit: configuration.maximumStreams,
                    peerLimit: configuration.maximumStreamsPerClient
                )
            } catch {
                switch error {
                case .tooMany(let limit): throw .tooManyStreams(limit: limit)
                case .tooManyOfOnePeer(let limit): throw .tooManyStreamsOfClient(limit: limit)
                }
            }
        }
        self.registry = registry
        self.peer = peer
    }

    deinit {
        let peer = peer
        registry.enter { registry in registry.streams.leave(peer) }
    }
}
