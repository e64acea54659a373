import TestKit
import TestSupport

/// One stream of a story, and the copy that its reader keeps.
final class Reader {
    /// The reader when it had just read an event.
    struct Moment {
        let number: Int
        let event: EventStream.Event
        let copy: ReaderCopy

        var description: String {
            let node = copy.nodes[event.data.id.string ?? ""] ?? event.data
            let title = event.data.id.isMissing ? "" : " of \(Shown.title(of: node))"
            return "event \(number) (\(event.name)\(title), id \(event.id))"
        }
    }

    private let title: String
    private let stream: EventStream
    private(set) var copy: ReaderCopy
    private(set) var moments: [Moment] = []
    /// Flaws of its events, a sentence each.
    private(set) var breaches: [String] = []
    /// Everything had ended once, and the reader knew: it does not see later changes.
    private(set) var isDone = false

    /// - Parameter moment: begins from the copy that another reader had then, with the id that it had read.
    init(_ title: String, _ server: LiveServer, _ target: StreamTarget, resuming moment: Moment? = nil) {
        self.title = title
        stream = EventStream(server, target.path, moment.map { ["Last-Event-ID": $0.event.id] } ?? [:])
        copy = moment?.copy.resumed ?? ReaderCopy(of: target)
    }

    /// A reader that does not read before it is asked to.
    init(stalled title: String, _ server: LiveServer, _ target: StreamTarget) {
        self.title = title
        stream = EventStream(slow: server, target.path)
        copy = ReaderCopy(of: target)
        _ = stream.status
    }

    /// There was nothing to show.
    var isRefused: Bool { stream.status == 404 }

    /// Reads what has come, without waiting for more.
    /// - Returns: the moments after each event.
    @discardableResult
    func read() -> ArraySlice<Moment> {
        let known = moments.count
        guard stream.status == 200 else { return [] }
        while let event = stream.next(within: 0) {
            let number = moments.count + 1
            let broken = copy.read(event)
            moments.append(Moment(number: number, event: event, copy: copy))
            breaches += broken.map { "\(title): \(moments[number - 1].description): \($0)" }
        }
        return moments[known...]
    }

    /// Why the reader is not where it should be; nil where it is.
    func complaint(_ shown: Shown) -> String? {
        if isDone { return nil }
        if let difference = shown.difference(from: copy) { return "\(title)\(answer): \(difference)" }
        switch stream.status {
        case 200: return shown.isOver && !(copy.hasEnded && stream.isFinished) ? "\(title): the end is missing" : nil
        case 204: return shown.isOver ? nil : "\(title): 204, although something selected still works"
        default: return "\(title): status \(stream.status)"
        }
    }

    /// Everything has ended; a reader that knows this is done.
    func rest(_ shown: Shown) {
        if (copy.hasEnded || stream.status == 204) && complaint(shown) == nil { isDone = true }
    }

    private var answer: String { stream.status == 200 ? "" : " (status \(stream.status))" }
}
