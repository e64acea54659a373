package import ProgressDelivery
package import ProgressRegistry

/// The next step for the caller of a handler.
package enum Outcome {
    case answered
    /// No answer yet: ask again when something has changed or the time is over.
    case waits(Wait)
    case streams(StreamRequest)
    case draws(ViewRequest)
    /// Slices complete the answer, in the same `Answer`.
    case continues(any LongAnswer)
    /// Answer with the metrics of the service, which this layer does not hold.
    case countsAll
}

/// An answer that may take longer than a slice, made step by step on its reactor's thread, between other requests.
///
/// Releasing one ends it, however far it got.
package protocol LongAnswer: AnyObject {
    /// Works until it is done or the slice is over; makes progress in every call, unless it waits for another of the same
    /// reactor.
    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress
}

package enum LongAnswerProgress {
    case continues
    /// Status and headers are final, and the body is long: send what it has, and take the rest from `rest`, piece by
    /// piece until nil.
    case streams(rest: () -> [UInt8]?)
    case isDone
}
