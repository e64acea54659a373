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

    init(_ context: MemberContext) { self.context = context }

    mutating func settle(_ own: Member, _ others: [Member]) {
        var listed = AnnouncedTokens(own.tokens)
        for member in others { listed.add(AnnouncedTokens(member.tokens)) }
        let isNews = settled.map { $0.term != own.term || $0.tokens != listed } ?? true
        settled = (own.term, listed)
        let now = context.time.now()
        context.registry.enter { registry in
            if isNews || registry.access.hasNewUnlisted { registry.endUnlisted(at: now) { listed.lists($0) } }
        }
    }
}
