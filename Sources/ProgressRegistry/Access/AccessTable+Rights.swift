package import ProgressCore

extension AccessTable {
    package struct Grant {
        let id: ProgressID
        package let permit: Permit
        package let node: ProgressID
        /// The grant it was made with, which it does not outlive.
        let maker: ProgressID?
        /// The token it was made with.
        let origin: TokenDigest?
        /// The role that it was made with; its permit has a lower one if the maker's role is lower now.
        let role: Role
        let provenance: Provenance?

        /// - Parameter role: nil: as the permit's.
        package init(
            id: ProgressID,
            permit: Permit,
            node: ProgressID,
            maker: ProgressID?,
            origin: TokenDigest?,
            role: Role? = nil,
            _ provenance: Provenance? = nil
        ) {
            self.id = id
            self.permit = permit
            self.node = node
            self.maker = maker
            self.origin = origin
            self.role = role ?? permit.role
            self.provenance = provenance
        }
    }
}
