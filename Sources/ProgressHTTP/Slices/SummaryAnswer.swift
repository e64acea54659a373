import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// A snapshot with the summary of a large subtree.
final class SummaryAnswer: LongAnswer {
    private let job: SummaryJob
    private let snapshot: ProgressSnapshot
    private let language: Language
    private let endpoints: Endpoints

    init(_ job: SummaryJob, _ snapshot: ProgressSnapshot, _ language: Language, _ endpoints: Endpoints) {
        self.job = job
        self.snapshot = snapshot
        self.language = language
        self.endpoints = endpoints
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        guard job.run(slice) else { return .goesOn }
        endpoints.appendOpen(snapshot, language, to: &answer.body)
        if let summary = job.summary { endpoints.append(summary, language, to: &answer.body) }
        answer.body.appendLinks(snapshot.id)
        answer.body.append("}")
        return .isDone
    }
}
