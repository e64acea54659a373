package import ProgressLocalization
package import ProgressRegistry

/// A checked request for a view that is redrawn when something changes; nothing is registered yet.
package final class ViewRequest {
    /// One picture of what the view shows.
    package struct Picture {
        /// All of it, with the codes that put it over the one before; empty if there is nothing to show.
        package var bytes: [UInt8]
        /// The targets whose changes may change it.
        package var targets: [RegistryState.WatchTarget]
        /// Everything shown has ended or is gone.
        package var isLast: Bool
        /// Sent to a reader of this picture after a heartbeat without another one; nil: the picture is sent again.
        package var heartbeat: [UInt8]?

        package init(_ bytes: [UInt8], watching targets: [RegistryState.WatchTarget], isLast: Bool) {
            self.bytes = bytes
            self.targets = targets
            self.isLast = isLast
        }
    }

    package let mediaType: StaticString
    package let language: Language
    let ticket: StreamTicket
    /// The right that it was opened with; the view ends with it.
    let permit: Permit?
    /// When the view ends at the latest, in monotonic nanoseconds.
    let deadline: UInt64
    /// Enters the registry and draws what is there now.
    let draw: () -> Picture
    /// The last bytes of a view whose time is over, or whose service stops.
    let farewell: () -> [UInt8]

    package init(
        _ mediaType: StaticString,
        language: Language,
        ticket: StreamTicket,
        permit: Permit?,
        deadline: UInt64 = .max,
        draw: @escaping () -> Picture,
        farewell: @escaping () -> [UInt8] = { [] }
    ) {
        self.mediaType = mediaType
        self.language = language
        self.deadline = deadline
        self.farewell = farewell
        self.ticket = ticket
        self.permit = permit
        self.draw = draw
    }
}
