import Glibc
import Platform
import ProgressLog
import ProgressRegistry

/// Ends what derives from tokens that are no longer on any living replica's list. At the writer, whose log tells the
/// others; on the cluster thread.
///
/// Lists change at one replica after the other. What one of them lists counts until it does not: a right is lost neither
/// where the writer reads its list first, nor where a replica takes office that has not read it yet.
struct TokenEnds {
    private let context: MemberContext
    /// The term under which they were looked at last, and what was listed.
    private var settled: (term: UInt64, tokens: AnnouncedTokens)?

    /// Rights that are looked at in one slice; each takes a microsecond.
    private static let sliceCount = 1_000

    init(_ context: MemberContext) { self.context = context }

    mutating func settle(_ own: Member, _ others: [Member]) {
        var listed = AnnouncedTokens(own.tokens)
        for member in others { listed.add(AnnouncedTokens(member.tokens)) }
        let isNews = settled.map { $0.term != own.term || $0.tokens != listed } ?? true
        settled = (own.term, listed)
        let now = context.time.now()
        let rights = context.registry.enter { registry in
            isNews || registry.access.hasNewUnlisted ? registry.access.beginEndingUnlisted() : nil
        }
        guard let rights else { return }
        // Many rights derive from few tokens.
        var known: [TokenDigest: Bool] = [:]
        func isListed(_ token: TokenDigest) -> Bool {
            if let isListed = known[token] { return isListed }
            let isListed = listed.lists(token)
            known[token] = isListed
            return isListed
        }
        for first in stride(from: 0, to: rights.count, by: Self.sliceCount) {
            let slice = rights[first..<min(first + Self.sliceCount, rights.count)]
            context.registry.enter { $0.endUnlisted(among: slice, at: now, isListed) }
            sched_yield()
        }
        context.registry.enter { $0.finishEndingUnlisted(isListed) }
    }
}
