package import ProgressLocalization
package import ProgressRegistry

/// A checked request for a text view that is redrawn in place; nothing is registered yet.
package final class ViewRequest {
    /// One picture of what the view shows.
    package struct Picture {
        /// All of it, with the codes that put it over the one before; empty if there is nothing to show.
        package var bytes: [UInt8]
        /// Whose changes may change it.
        package var targets: [RegistryState.WatchTarget]
        /// Everything shown has ended or is gone.
        package var isLast: Bool

        package init(_ bytes: [UInt8], watching targets: [RegistryState.WatchTarget], isLast: Bool) {
            self.bytes = bytes
            self.targets = targets
            self.isLast = isLast
        }
    }

    package let language: Language
    let ticket: StreamTicket
    /// The right that it was opened with; the view ends with it.
    let permit: Permit?
    /// Enters the registry and draws what is there now.
    let draw: () -> Picture

    package init(language: Language, ticket: StreamTicket, permit: Permit?, draw: @escaping () -> Picture) {
        self.language = language
        self.ticket = ticket
        self.permit = permit
        self.draw = draw
    }
}
