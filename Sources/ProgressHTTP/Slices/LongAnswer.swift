package import ProgressRegistry

/// An answer that may take longer than a slice: made step by step, on its reactor's thread, between other requests.
///
/// Letting go of one ends it, whatever it has done by then.
package protocol LongAnswer: AnyObject {
    /// Goes on until it is done or the slice is over; always does something.
    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress
}

package enum LongAnswerProgress {
    case continues
    /// Status and headers are known, and the body is long: what there is of it may be sent while `rest` makes more,
    /// piece by piece until nil.
    case streams(rest: () -> [UInt8]?)
    case isDone
}
