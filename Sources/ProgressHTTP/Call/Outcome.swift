package import ProgressDelivery

/// What the caller of a handler has to do next.
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
