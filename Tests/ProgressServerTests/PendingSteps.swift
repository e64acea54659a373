import MicroHTTPD
import ProgressHTTP
import ProgressRegistry
import ProgressStore
import Testing

@testable import ProgressServer

/// Tests of the next step of a request that is not answered yet.
protocol PendingSteps {}

extension PendingSteps {
    typealias Facts = PendingState.Facts

    static var alone: Facts { Facts(rules: true, now: 5) }
    static var heir: Facts { Facts(rules: false, role: .heir, writerIsElsewhere: true, patience: 100, now: 5) }
    static var orphan: Facts { Facts(rules: false, role: .heir, writerIsElsewhere: false, patience: 100, now: 5) }
    /// The database does not answer.
    static var silent: Facts {
        var facts = orphan
        facts.engineAnswers = false
        return facts
    }
    /// A writer whose lease is over.
    static var lapsed: Facts { Facts(rules: false, role: .writer, writerIsElsewhere: false, patience: 100, now: 5) }
    static var loading: Facts { Facts(rules: false, role: .loading, writerIsElsewhere: true, patience: 100, now: 5) }
    static var replied: PendingState.News { PendingState.News.outcome(.replied(.work, status: 200)) }
    static var unsent: PendingState.News { PendingState.News.outcome(.notSent) }
    static var refused: PendingState.News { PendingState.News.outcome(.replied(.work, status: 503)) }
    static var lost: PendingState.News { PendingState.News.outcome(.noReply(sentWhole: true)) }

    static func state(_ needs: RequestNeeds = .writes) -> PendingState {
        var state = PendingState(.catchesUp)
        state.needs = needs
        return state
    }

    /// A request that has come to a stage by the usual way.
    static func state(
        at stage: PendingState.Stage,
        _ needs: RequestNeeds = .writes,
        _ change: (inout PendingState) -> Void = { _ in }
    ) -> PendingState {
        var state = state(needs)
        change(&state)
        switch stage {
        case .waits, .slices, .held:
            state = PendingState(stage)
            state.needs = needs
            change(&state)
        case .catchesUp: _ = state.begin(at: .hereWithTail(instead: .atWriterOrHere), heir)
        case .forwarded: _ = state.begin(at: .atWriter(instead: needs == .writes ? .wait : .here), heir)
        case .needsWriter: _ = state.begin(at: .atWriter(instead: .wait), orphan)
        case .asks:
            _ = state.begin(at: .hereWithTail(instead: .atPeerOrHere), lapsed)
            _ = state.resume(.late, lapsed)
        }
        #expect(state.stage == stage)
        return state
    }

    func step(
        _ stage: PendingState.Stage,
        _ news: PendingState.News,
        _ facts: PendingState.Facts,
        _ needs: RequestNeeds = .writes,
        _ change: (inout PendingState) -> Void = { _ in }
    ) -> String {
        var state = Self.state(at: stage, needs, change)
        let step = state.resume(news, facts)
        let (counts, suspectsWriter) = state.takeNotes()
        let told = counts.map { "\($0)" } + (suspectsWriter ? ["suspects"] : [])
        return (["\(step)"] + told).joined(separator: " ")
    }
}
