import ProgressCore
import Testing

@testable import ProgressRegistry

/// The remembered keys of creates.
struct CreateKeysTests {
    private let key = CreateKey(Array("k".utf8), below: nil)

    @Test func `keys of progress that is gone are swept, those of living progress stay`() throws {
        var tree = ProgressTree(limits: ProgressLimits())
        let living = ProgressID(high: 0, low: 1)
        _ = try tree.insert([NewProgress(id: living)], at: 0)
        var keys = CreateKeys()
        keys.insert(key, of: living, in: tree.forest)

        for gone in 1...1_024 as ClosedRange<UInt64> {
            keys.insert(CreateKey((gone, gone)), of: ProgressID(high: 1, low: gone), in: tree.forest)
        }

        #expect(keys.count == 1)
        #expect(keys[living] == key)
        #expect(keys.node(of: key) == living)
        #expect(keys.node(of: CreateKey((1, 1))) == nil)
    }

    @Test func `a key that went over to another progress stays with that when the first is swept`() throws {
        var tree = ProgressTree(limits: ProgressLimits())
        let (gone, living) = (ProgressID(high: 1, low: 1), ProgressID(high: 0, low: 1))
        _ = try tree.insert([NewProgress(id: living)], at: 0)
        var keys = CreateKeys([(gone, key), (living, key)])

        for gone in 2...1_024 as ClosedRange<UInt64> {
            keys.insert(CreateKey((gone, gone)), of: ProgressID(high: 1, low: gone), in: tree.forest)
        }

        #expect(keys.count == 1)
        #expect(keys.node(of: key) == living)
    }

    @Test func `a key differs from place to place, and from other keys`() {
        let parent = ProgressID(high: 3, low: 4)
        let made = [
            key, CreateKey(Array("k".utf8), below: parent), CreateKey(Array("l".utf8), below: nil),
            CreateKey([0] + Array("k".utf8), below: nil),
        ]

        #expect(Set(made).count == made.count)
        #expect(CreateKey(Array("k".utf8), below: nil) == key)
    }
}
