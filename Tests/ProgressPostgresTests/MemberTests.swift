import ProgressLog
import ProgressRecords
import TestSupport
import Testing

/// The members of a log, and its form.
@Suite struct MemberTests {
    private static let two = RecordForm(rawValue: 2)

    static func member(_ id: String, term: UInt64 = 0, mark: UInt64 = 1) -> Member {
        Member(
            id: id,
            address: "\(id):8080",
            version: "0.3.0",
            reads: Self.two,
            writes: .first,
            term: term,
            lease: 3_000_000_000,
            tokens: "operator-1a2b3c4d",
            settings: "max-nodes=10",
            mark: mark
        )
    }

    /// Two connections to a log that has begun.
    private static func open(_ engine: Engine) throws -> (any GroupLog, any GroupLog) {
        let (one, other) = try engine.open()
        _ = try one.look(by: .soon)
        return (one, other)
    }

    private func members(_ log: any GroupLog) throws -> [Member] { try log.roster(by: .soon).lines.map(\.member) }

    @Test(arguments: Engine.allCases)
    func `a new log has no members, and the first form`(_ engine: Engine) throws {
        let (one, other) = try Self.open(engine)

        #expect(try one.roster(by: .soon) == .empty)
        #expect(try other.announce(Self.member("a"), by: .soon).lines.isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func `replicas see each other's newest announcement, in the order of their addresses`(_ engine: Engine) throws {
        let (one, other) = try Self.open(engine)

        _ = try one.announce(Self.member("b"), by: .soon)
        let seen = try other.announce(Self.member("a"), by: .soon).lines.map(\.member)
        _ = try one.announce(Self.member("b", mark: .max >> 1), by: .soon)

        #expect(seen == [Self.member("b")])
        #expect(try members(one) == [Self.member("a"), Self.member("b", mark: .max >> 1)])
        #expect(try one.roster(by: .soon).lines.allSatisfy { $0.silence < 60_000_000_000 })
    }

    @Test(arguments: Engine.allCases)
    func `a row is deleted once`(_ engine: Engine) throws {
        let (one, other) = try Self.open(engine)
        _ = try one.announce(Self.member("a"), by: .soon)

        #expect(try other.withdraw("a", by: .soon))

        #expect(try !one.withdraw("a", by: .soon))
        #expect(try members(one).isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func `terms count as announced as long as none is missing`(_ engine: Engine) throws {
        let (one, other) = try Self.open(engine)
        var terms: [UInt64] = []

        for term in [0, 1, 1, 0, 2, 4, 3] as [UInt64] {
            _ = try one.announce(Self.member("a", term: term), by: .soon)
            terms.append(try other.roster(by: .soon).form.announcedTerm)
        }

        #expect(terms == [0, 1, 1, 1, 2, 2, 3])
    }

    @Test(arguments: Engine.allCases)
    func `a log whose first writer announced nothing has no announced term`(_ engine: Engine) throws {
        let (one, _) = try Self.open(engine)

        _ = try one.announce(Self.member("a", term: 2), by: .soon)
        _ = try one.announce(Self.member("a", term: 3), by: .soon)

        #expect(try one.roster(by: .soon).form.announcedTerm == 0)
    }

    @Test(arguments: Engine.allCases)
    func `the holder of the office alone raises the form, which never falls`(_ engine: Engine) throws {
        let (writer, other) = try Self.open(engine)
        let lost = try other.rule(as: "other:8080", 2)
        let held = try writer.rule()
        _ = try writer.announce(Self.member("a"), by: .soon)

        #expect(try !other.raise(to: Self.two, as: lost.holder, by: .soon))
        #expect(try writer.raise(to: Self.two, as: held.holder, by: .soon))
        #expect(try !writer.raise(to: .first, as: held.holder, by: .soon))

        let row = try other.roster(by: .soon).form
        #expect(row.written == Self.two && row.reader == Self.two.reader)
    }

    @Test(arguments: Engine.allCases)
    func `a form that is held is neither raised nor allowed`(_ engine: Engine) throws {
        let (writer, other) = try Self.open(engine)
        let held = try writer.rule()

        #expect(try other.order(.allow(Self.two), by: .soon))
        #expect(try writer.roster(by: .soon).form.allowed == Self.two)
        #expect(try other.order(.hold, by: .soon))
        #expect(try !writer.raise(to: Self.two, as: held.holder, by: .soon))
        #expect(try !other.order(.allow(Self.two), by: .soon))
        let row = try writer.roster(by: .soon).form

        #expect(row.isHeld && row.allowed.rawValue == 0 && row.written == .first)
        #expect(try other.order(.release, by: .soon))
        #expect(try writer.raise(to: Self.two, as: held.holder, by: .soon))
    }
}
