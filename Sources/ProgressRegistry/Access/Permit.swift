package import ProgressCore
import Synchronization

/// The rights of a token's bearer while the token is valid. Streams and waiting requests share it, so they see when it
/// ends. Any thread.
package final class Permit: Sendable {
    package let role: Role
    /// The token's digest.
    package let digest: TokenDigest
    /// The subtree that it covers; nil means all.
    package let scope: ProgressID?
    /// Milliseconds since 1970.
    package let expiresAt: Int64?
    /// For a session: the right it was opened with, which may end too.
    let origin: Permit?
    /// The grant it belongs to.
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

    /// The permit of a session.
    init(session origin: Permit, digest: TokenDigest) {
        role = origin.role
        self.digest = digest
        scope = origin.scope
        expiresAt = origin.expiresAt
        grant = nil
        self.origin = origin
    }

    /// The right behind a session: grants made in a session outlive the session.
    package var lasting: Permit { origin ?? self }

    func end() { hasEnded.store(true, ordering: .relaxed) }

    package func isOver(at now: Int64) -> Bool {
        if hasEnded.load(ordering: .relaxed) { return true }
        if let expiresAt, expiresAt <= now { return true }
        return origin?.isOver(at: now) ?? false
    }
}
