import Platform
import ProgressLog
import ProgressRecords

/// The tables of the members and the form.
extension MemoryContent {
    func roster() -> Roster {
        let now = MonotonicClock.now()
        let lines = members.values.map { Roster.Line($0.member, silence: now - $0.at) }
        return Roster(
            form ?? FormRow(),
            lines.sorted { ($0.member.address, $0.member.id) < ($1.member.address, $1.member.id) }
        )
    }

    mutating func announce(_ member: Member) -> Roster {
        let before = roster()
        members[member.id] = (member, MonotonicClock.now())
        var row = form ?? FormRow()
        if member.term > 0 && row.announcedTerm == member.term - 1 { row.announcedTerm = member.term }
        form = row
        return before
    }

    mutating func withdraw(_ id: String) -> Bool { members.removeValue(forKey: id) != nil }

    mutating func raise(to new: RecordForm, as holder: Holder) -> Bool {
        var row = form ?? FormRow()
        guard self.row?.holder == holder, new > row.written, !row.isHeld else { return false }
        (row.written, row.reader) = (new, new.reader)
        form = row
        return true
    }

    mutating func order(_ order: FormOrder) -> Bool {
        var row = form ?? FormRow()
        switch order {
        case .hold: (row.isHeld, row.allowed) = (true, RecordForm(rawValue: 0))
        case .release: (row.isHeld, row.allowed) = (false, RecordForm(rawValue: 0))
        case .allow(let form):
            guard !row.isHeld else { return false }
            row.allowed = form
        }
        form = row
        return true
    }
}
