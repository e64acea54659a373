import Testing

@testable import ProgressStore

/// A replica's knowledge of the writer and of the way there.
struct WriterContactTests {
    private static let place = WriterPlace(address: "a:1", key: [1], term: 1)
    private static let next = WriterPlace(address: "b:1", key: [2], term: 2)

    private let contact = WriterContact()

    init() { contact.note(Self.place) }

    @Test func `a writer that does not answer is known, and not reachable`() {
        #expect(contact.note(Self.place, isSilent: true))

        #expect(contact.place == Self.place)
        #expect(contact.reachable == nil)
        #expect(contact.unreachable == Self.place)
    }

    @Test func `what is asked of a writer that falls silent is lost, once`() {
        let (generation, losses) = (contact.generation, contact.lossCount)

        #expect(contact.note(Self.place, isSilent: true))
        #expect(!contact.note(Self.place, isSilent: true))
        #expect(contact.lossCount == losses + 1)
        #expect(contact.note(Self.place, isSilent: false))

        #expect(contact.lossCount == losses + 1)
        #expect(contact.generation == generation + 2)
        #expect(contact.reachable == Self.place)
    }

    @Test func `the silence of one writer is not the next one's`() {
        contact.note(Self.place, isSilent: true)

        contact.note(Self.next)
        #expect(!contact.note(Self.place, isSilent: true))

        #expect(contact.reachable == Self.next)
        #expect(contact.unreachable == nil)
    }

    @Test func `after a change nothing is lost unless somebody says so`() {
        let losses = contact.lossCount

        contact.note(Self.next)
        #expect(contact.lossCount == losses)
        contact.noteLoss()

        #expect(contact.lossCount == losses + 1)
    }
}
