package import ProgressRecords

/// The replicas that announced themselves at a log, and the form of the log.
package struct Roster: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        package let member: Member
        /// Nanoseconds since the announcement, by the engine's clock: for people.
        package let silence: UInt64

        package init(_ member: Member, silence: UInt64) {
            self.member = member
            self.silence = silence
        }

        package var isAlive: Bool { silence <= member.longestSilence }
    }

    package let form: FormRow
    /// The members, in the order of their addresses.
    package let lines: [Line]

    package init(_ form: FormRow, _ lines: [Line]) {
        self.form = form
        self.lines = lines
    }

    /// The roster of a log at which no replica has announced itself.
    package static let empty = Roster(FormRow(), [])

    /// - Throws: `.newer` if the log's form is newer than what this version reads.
    package func checkForm(upTo newest: RecordForm = .newest) throws(LogFailure) {
        if form.written <= newest { return }
        let found = "it has the form \(form.written)"
        let known = "forms up to \(newest)"
        throw .newer(NewerForm("the log", found, known: known, reader: form.reader.isEmpty ? nil : form.reader))
    }
}
