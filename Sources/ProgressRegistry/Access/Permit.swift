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
    /// The right that it ends with: for a session the one it was opened with, for a claim the grant or the claim with which
    /// the reservation was made.
    let origin: Permit?
    /// The grant it belongs to.
    package let grant: ProgressID?
    private let isOfSession: Bool
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
        isOfSession = false
    }

    /// The permit of a session.
    init(session origin: Permit, digest: TokenDigest) {
        role = origin.role
        self.digest = digest
        scope = origin.scope
        expiresAt = origin.expiresAt
        grant = nil
        self.origin = origin
        isOfSession = true
    }

    /// The permit of the token of a reservation that `child` has claimed.
    /// - Parameter maker: the grant or the claim with which the reservation was made; nil: neither.
    init(claim digest: TokenDigest, by child: ProgressID, _ role: Role, maker: Permit?) {
        self.role = role
        self.digest = digest
        scope = child
        expiresAt = maker?.expiresAt
        grant = nil
        origin = maker
        isOfSession = false
    }

    /// The right behind a session, because rights that are made in a session outlive it.
    package var lasting: Permit { isOfSession ? origin ?? self : self }

    func end() { hasEnded.store(true, ordering: .relaxed) }

    /// Ends it if its progress is gone. Inside the gate.
    package func endIfGone(_ forest: borrowing Forest) {
        if let scope, !forest.holds(scope) { end() }
    }

    package func isOver(at now: Int64) -> Bool {
        var permit: Permit? = self
        while let one = permit {
            if one.hasEnded.load(ordering: .relaxed) { return true }
            if let expiresAt = one.expiresAt, expiresAt <= now { return true }
            permit = one.origin
        }
        return false
    }
}
