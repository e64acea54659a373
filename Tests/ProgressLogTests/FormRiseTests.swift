import ProgressLog
import ProgressRecords
import Testing

/// The form that a writer may write, which follows from the members and from the operators' decisions.
@Suite struct FormRiseTests {
    private static let second: UInt64 = 1_000_000_000
    private static let minute = 60 * second
    private static let (one, two, three) = (RecordForm(rawValue: 1), RecordForm(rawValue: 2), RecordForm(rawValue: 3))

    static func member(_ id: String, reads: Int, writes: Int? = nil, mark: UInt64 = 0) -> Member {
        Member(
            id: id,
            address: id,
            version: "",
            reads: RecordForm(rawValue: reads),
            writes: RecordForm(rawValue: writes ?? reads),
            lease: 3 * second,
            tokens: "",
            settings: "",
            mark: mark
        )
    }

    /// The members, the form of the row, and the prospect that follows from them.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let members: [Member]
        let row: FormRow
        let prospect: FormProspect

        init(_ text: String, _ members: [Member], _ row: FormRow, _ prospect: FormProspect) {
            (testDescription, self.members, self.row, self.prospect) = (text, members, row, prospect)
        }
    }

    private static let (a1, b1, b2, c2) = (
        member("a", reads: 1), member("b", reads: 1), member("b", reads: 2), member("c", reads: 2)
    )
    private static let c2holding = member("c", reads: 2, writes: 1)
    private static let announced = FormRow(announcedTerm: 7)

    static let cases = [
        Case("nobody is there", [], announced, .newest),
        Case("all read what is written", [a1, b1], announced, .newest),
        Case("one does not read more", [a1, b2, c2], announced, .heldBy([a1])),
        Case("all read more", [b2, c2], announced, .settles(two)),
        Case("the least of what all read", [b2, member("c", reads: 3)], announced, .settles(two)),
        Case("one writes no more", [b2, c2holding], announced, .heldBy([c2holding])),
        Case("an operator holds it", [b2, c2], FormRow(isHeld: true, announcedTerm: 7), .held),
        Case("a hold is stronger than leave", [b2, c2], FormRow(isHeld: true, allowed: two, announcedTerm: 7), .held),
        Case("with leave it is written at once", [b2, c2], FormRow(allowed: two), .mayBeWritten(two)),
        Case("leave for less is none", [b2, c2], FormRow(written: two, allowed: two), .newest),
        Case("leave does not make anybody read", [a1, b2], FormRow(allowed: two), .heldBy([a1])),
        Case("a writer announced nothing", [b2, c2], FormRow(announcedTerm: 6), .awaitsOperator(two)),
        Case(
            "after the first form all announce themselves",
            [member("b", reads: 3), member("c", reads: 3)],
            FormRow(written: two, announcedTerm: 0),
            .settles(three)
        ),
        Case("it never falls", [a1, b1], FormRow(written: two), .newest),
    ]

    @Test(arguments: cases) func `the prospect follows from the members and the row`(_ one: Case) {
        #expect(FormProspect(one.row, one.members, term: 7) == one.prospect)
    }

    @Test func `a form that all read for ten minutes is written`() {
        var rise = FormRise()
        let ages: [UInt64] = [0, 1, 599, 600]

        let due = ages.map { rise.due(.settles(Self.two), at: 5 * Self.second + $0 * Self.second) }

        #expect(due == [nil, nil, nil, Self.two])
    }

    @Test(arguments: [FormProspect.newest, .held, .heldBy([a1]), .awaitsOperator(two), .settles(three)])
    func `whatever comes between begins the ten minutes again`(_ prospect: FormProspect) {
        var rise = FormRise()
        _ = rise.due(.settles(Self.two), at: 0)

        #expect(rise.due(prospect, at: 9 * Self.minute) == nil)

        #expect(rise.due(.settles(Self.two), at: 10 * Self.minute) == nil)
        #expect(rise.due(.settles(Self.two), at: 19 * Self.minute) == nil)
        #expect(rise.due(.settles(Self.two), at: 20 * Self.minute) == Self.two)
    }

    @Test func `leave of an operator needs no ten minutes`() {
        var rise = FormRise()

        #expect(rise.due(.mayBeWritten(Self.two), at: 0) == Self.two)
    }
}
