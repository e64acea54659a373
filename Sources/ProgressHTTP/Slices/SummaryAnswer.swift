import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// A snapshot with the summary of a large subtree.
final class SummaryAnswer: LongAnswer {
    private let job: SummaryJob
    private let snapshot: ProgressSnapshot
    private let language: Language
    private let replies: ReplyWriter

    init(_ job: SummaryJob, _ snapshot: ProgressSnapshot, _ language: Language, _ replies: ReplyWriter) {
        self.job = job
        self.snapshot = snapshot
        self.language = language
        self.replies = replies
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        guard job.run(slice) else { return .continues }
        replies.appendOpen(snapshot, language, hidesUsers: answer.hidesUsers, to: &answer.body)
        if let summary = job.summary {
            replies.append(summary, language, hidesUsers: answer.hidesUsers, to: &answer.body)
        }
        replies.appendLinks(of: snapshot.id, to: &answer.body)
        answer.body.append("}")
        return .isDone
    }
}
