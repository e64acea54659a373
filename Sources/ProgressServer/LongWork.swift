import MicroHTTPD
import ProgressHTTP

/// A parked exchange whose answer is being made in slices.
final class LongWork {
    unowned let exchange: Exchange
    let long: any LongAnswer
    let answer: Answer
    var progress = LongAnswerProgress.continues

    init(_ long: any LongAnswer, _ answer: Answer, _ exchange: Exchange) {
        self.long = long
        self.answer = answer
        self.exchange = exchange
    }
}

/// The long answers of a reactor that are being made, each one's turn after the other's.
struct LongWorkQueue {
    private var works: [LongWork] = []

    var isEmpty: Bool { works.isEmpty }

    mutating func append(_ work: LongWork) { works.append(work) }

    mutating func remove(_ work: LongWork) { works.removeAll { $0 === work } }

    /// One step of the one that waited longest; then it stands last.
    mutating func takeFirst() -> LongWork? { works.isEmpty ? nil : works.removeFirst() }
}
