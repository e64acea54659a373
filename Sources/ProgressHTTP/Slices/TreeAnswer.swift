import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// A subtree, nested in `children`. It may change meanwhile: the walk meets each node once, as it is at that moment.
final class TreeAnswer: LongAnswer {
    private enum Piece {
        case node(ProgressSnapshot, isOpened: Bool)
        case levelEnds
    }

    private let replies: ReplyWriter
    private let language: Language
    private var walk: Int?
    private var pieces: [Piece] = []
    private var summary: SummaryJob?
    private var hasSummary = false
    private var hidesUsers = false
    /// Whether the next object of the open array needs a comma.
    private var needsSeparator = false

    /// A body of this size is streamed: it is sent while the rest is made, in pieces of about `pieceByteCount`.
    static let streamedByteCount = 64 * 1024
    static let pieceByteCount = 16 * 1024
    private static let nodesAtOnce = 16

    /// Call it inside the gate.
    init(
        of top: NodeIndex,
        depth: Int,
        wantsSummary: Bool,
        _ language: Language,
        _ replies: ReplyWriter,
        _ registry: RegistryState
    ) {
        self.replies = replies
        self.language = language
        if wantsSummary {
            summary = SummaryJob(of: registry.tree.forest.id(of: top), replies.registry, reactor: replies.reactor)
        }
        walk = registry.tree.beginWalk(over: top, depth: depth)
        advance(registry)
    }

    deinit {
        guard let walk else { return }
        replies.registry.enter(from: replies.reactor) { $0.tree.endWalk(walk) }
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        hidesUsers = answer.hidesUsers
        if let summary, !summary.run(slice) { return .continues }
        repeat {
            for piece in pieces { append(piece, to: &answer.body) }
            pieces.removeAll(keepingCapacity: true)
            if walk == nil { return .isDone }
            if answer.body.count >= Self.streamedByteCount { return .streams(rest: nextPiece) }
            replies.registry.enter(from: replies.reactor) { advance($0) }
        } while !slice.isOver
        return .continues
    }

    /// The next piece of a streamed body; nil at its end.
    private func nextPiece() -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < Self.pieceByteCount {
            for piece in pieces { append(piece, to: &bytes) }
            pieces.removeAll(keepingCapacity: true)
            if walk == nil { break }
            replies.registry.enter(from: replies.reactor) { advance($0) }
        }
        return bytes.isEmpty ? nil : bytes
    }

    private func advance(_ registry: RegistryState) {
        guard let number = walk else { return }
        for _ in 0..<Self.nodesAtOnce {
            switch registry.tree.step(number) {
            case .node(let index, _, let isOpened):
                pieces.append(.node(registry.tree.snapshot(of: index), isOpened: isOpened))
            case .levelEnds: pieces.append(.levelEnds)
            case .over:
                registry.tree.endWalk(number)
                walk = nil
                return
            }
        }
    }

    /// A node at the depth limit has no `children`: the walk did not look below it.
    private func append(_ piece: Piece, to bytes: inout [UInt8]) {
        switch piece {
        case .levelEnds:
            bytes.append("]}")
            needsSeparator = true
        case .node(let snapshot, let isOpened):
            if needsSeparator { bytes.append(",") }
            replies.appendOpen(snapshot, language, hidesUsers: hidesUsers, to: &bytes)
            if let summary {
                if let sums = summary.summary { replies.append(sums, language, hidesUsers: hidesUsers, to: &bytes) }
                self.summary = nil
            }
            if isOpened { bytes.append(",\"children\":[") } else { bytes.append("}") }
            needsSeparator = !isOpened
        }
    }
}
