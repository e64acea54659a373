/// Something a reactor waits for: events on a descriptor, or a moment.
///
/// Only its heirs are of use outside. The base class carries what the deadline wheel keeps for each item, so that moving one costs no allocation.
package class Watched {
    /// CLOCK_MONOTONIC nanoseconds; `.max`: none.
    final var deadline = UInt64.max
    /// Where the wheel keeps it; nil: nowhere.
    final var place: DeadlineWheel.Place?

    /// Events of its descriptor, from the reactor's poller.
    func ready(_ events: UInt32) {}

    /// Its deadline has passed.
    func expired(now: UInt64) {}
}
