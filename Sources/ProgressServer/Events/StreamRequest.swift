import MicroHTTPD
import ProgressCore
import ProgressLocalization

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

/// What a reader that connects already has.
enum Resumption: Sendable {
    /// It comes for the first time.
    case none
    /// Everything up to this sequence number of this run of the service.
    case after(UInt64)
    /// Something that this run knows nothing of: it must forget all.
    case unknown

    /// Reads `<epoch>-<sequence>`.
    init(_ text: String?, epoch: [UInt8]) {
        guard let text else {
            self = .none
            return
        }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].elementsEqual(epoch), parts[1].first != UInt8(ascii: "+"),
            let sequence = UInt64(Substring(parts[1]))
        else {
            self = .unknown
            return
        }
        self = .after(sequence)
    }
}

/// Which progresses a stream shows.
enum Selection: Sendable {
    /// Named ones; with descendants, everything below them too.
    case nodes([Named], descendants: Bool)
    /// Every root that the filter lets through, also those to come.
    case roots(RootFilter, descendants: Bool)

    struct Named: Sendable {
        /// Nil where the id or name was not known when the stream began; then `text` is what it was called.
        let id: ProgressID?
        let text: String
    }

    var includesDescendants: Bool {
        switch self {
        case .nodes(_, let descendants), .roots(_, let descendants): descendants
        }
    }
}

/// Which roots a stream of roots shows.
struct RootFilter: Sendable {
    var labels: [String] = []
    /// A file, or the directory that it is directly in; without a slash at the end.
    var fileURL: Substring?

    func matches(_ box: DetailsBox?) -> Bool {
        if !ListFilter.matches(labels, box) { return false }
        guard let fileURL else { return true }
        guard let url = box?.details.fileURL.map(Self.trimmed) else { return false }
        if url.utf8.elementsEqual(fileURL.utf8) { return true }
        guard let slash = url.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
        return Self.trimmed(url[..<slash]).utf8.elementsEqual(fileURL.utf8)
    }

    static func trimmed(_ url: some StringProtocol) -> Substring {
        var url = Substring(url)
        while url.utf8.last == UInt8(ascii: "/") { url = url.dropLast() }
        return url
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
