package import ProgressCore
import Synchronization

/// What the bearer of one token may do, as long as the token is good. Shared by all that was begun with it, so that
/// streams and waiting requests see when it ends. Any thread.
package final class Permit: Sendable {
    package let role: Role
    /// That of the token.
    package let digest: TokenDigest
    /// The subtree that it is good for; nil: all.
    package let scope: ProgressID?
    /// Milliseconds since 1970.
    package let expiresAt: Int64?
    /// Of a session: the right that it was opened with, which may end as well.
    let origin: Permit?
    /// The grant whose it is.
    package let grant: ProgressID?
    private let hasEnded = Atomic<Bool>(false)

    package init(
        role: Role,
        digest: TokenDigest,
        scope: ProgressID? = nil,
        expiresAt: Int64? = nil,
        grant: ProgressID? = nil
    ) {
        self.role = role
        self.digest = digest
        self.scope = scope
        self.expiresAt = expiresAt
        self.grant = grant
        origin = nil
    }

    /// A session's.
    init(session origin: Permit, digest: TokenDigest) {
        role = origin.role
        self.digest = digest
        scope = origin.scope
        expiresAt = origin.expiresAt
        grant = nil
        self.origin = origin
    }

    /// What stands behind it when the session is over: grants that were made in a session outlive it.
    package var lasting: Permit { origin ?? self }

    /// Whether it can ever be over: a token of the settings is good as long as the service runs.
    package var mayEnd: Bool { origin != nil || scope != nil || expiresAt != nil }

    func end() { hasEnded.store(true, ordering: .relaxed) }

    package func isOver(at now: Int64) -> Bool {
        if hasEnded.load(ordering: .relaxed) { return true }
        if let expiresAt, expiresAt <= now { return true }
        return origin?.isOver(at: now) ?? false
    }
}
