package import ProgressCore

/// What a writer elsewhere saved as one group, for a registry that follows it.
package struct AdoptedChanges: Sendable {
    package var things: [Adopted] = []
    package var rights: [RightRecord] = []
    /// The first halves of the digests of tokens whose rights ended.
    package var endedRights: [(UInt64, UInt64)] = []
    package var digests: [(id: ProgressID, digest: BodyDigest)] = []
    /// The writer's newest stamp, and the newest place in lists that it had given.
    package var sequence: UInt64 = 0
    package var ordinal: UInt64 = 0

    package init() {}
}
