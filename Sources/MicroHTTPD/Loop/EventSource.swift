/// Something that an event loop waits for: events on a descriptor, or a deadline.
///
/// Only subclasses are used. The base class carries what the deadline wheel and the list of its kind keep for each
/// item, so that moving one costs no allocation.
package class EventSource {
    /// CLOCK_MONOTONIC nanoseconds; `.max`: none.
    final var deadline = UInt64.max
    /// Its place in the wheel; nil: it is not in it.
    final var place: DeadlineWheel.Place?
    /// Its place in an `EventSourceList`.
    final var index = 0

    /// Events of its descriptor.
    func ready(_ events: UInt32) {}

    /// Its deadline has passed.
    func expired(now: UInt64) {}
}
