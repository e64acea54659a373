import ProgressLog
import ProgressRecords

/// The members of a cluster at one moment, as `progressd members` shows them.
struct MemberReport {
    let row: FormRow
    let prospect: FormProspect
    let lines: [Roster.Line]
    private let term: UInt64

    init(_ log: any GroupLog, by deadline: UInt64) throws(LogFailure) {
        let office = try log.look(by: deadline)
        self.init(try log.roster(by: deadline), term: office.term)
    }

    init(_ roster: Roster, term: UInt64) {
        (row, lines, self.term) = (roster.form, roster.lines, term)
        prospect = FormProspect(roster.form, roster.lines.filter(\.isAlive).map(\.member), term: term)
    }

    /// The one that the others should be like: the writer, or the first.
    var model: Member? {
        let living = lines.filter(\.isAlive).map(\.member)
        return living.first { isWriter($0) } ?? living.first
    }

    func role(of line: Roster.Line) -> String { !line.isAlive ? "gone" : isWriter(line.member) ? "writer" : "heir" }

    private func isWriter(_ member: Member) -> Bool { member.term > 0 && member.term == term }

    /// The form of the log, and whether a newer one will be written.
    var sentence: String {
        switch prospect {
        case .newest: "form \(row.written): no replica knows a newer one"
        case .held: "form \(row.written): held; --release ends that"
        case .heldBy(let members):
            "form \(row.written), because of "
                + members.map { "\($0.address.shown) (\($0.version.shown), writes forms up to \($0.writes))" }
                .joined(separator: ", ")
        case .awaitsOperator(let form):
            "form \(row.written): --raise allows \(form), once no version before 0.3 is left"
        case .settles(let form): "form \(row.written): \(form) is written once all have read it for ten minutes"
        case .mayBeWritten(let form): "form \(row.written): \(form) is written soon"
        }
    }
}

extension Member {
    /// The words in which this one differs from another; of the tokens only that they differ.
    func differences(from other: Member) -> [String] {
        let words = Set(other.settings.split(separator: " "))
        let settings = self.settings.split(separator: " ").filter { !words.contains($0) }
        return settings.map { String($0).shown } + (tokens == other.tokens ? [] : ["other tokens"])
    }
}

extension String {
    /// Without characters that a terminal would take as anything but text.
    var shown: String { String(unicodeScalars.filter { $0.properties.generalCategory != .control }) }
}
