import Synchronization

/// The lead of a service's clock over this machine's: times that another machine gave must not come again. Any thread.
package final class ClockLead: Sendable {
    /// Milliseconds; never shrinks.
    private let lead = Atomic<Int64>(0)

    package init() {}

    package var milliseconds: Int64 { lead.load(ordering: .acquiring) }

    /// From now on `clock` with this lead is not below `time`.
    package func reach(_ time: Int64, with clock: ServiceClock) {
        let needed = time - clock.now()
        var known = lead.load(ordering: .relaxed)
        while known < needed {
            let (isDone, found) = lead.compareExchange(
                expected: known,
                desired: needed,
                ordering: .acquiringAndReleasing
            )
            if isDone { return }
            known = found
        }
    }
}

extension ServiceClock {
    package func ahead(by lead: ClockLead) -> ServiceClock { ServiceClock { now() + lead.milliseconds } }
}
