import ProgressTerminal
import Testing

struct TreeCopyTests {
    private var copy = TreeCopy<String>()

    init() {
        copy.insert("root", id: "r", parent: nil)
        copy.insert("a", id: "a", parent: "r")
        copy.insert("b", id: "b", parent: "r")
        copy.insert("a1", id: "a1", parent: "a")
        copy.insert("other", id: "o", parent: nil)
    }

    private func shape(_ copy: TreeCopy<String>) -> [String] {
        var shape: [String] = []
        copy.walk { node, depth in shape.append(String(repeating: ".", count: depth) + node) }
        return shape
    }

    @Test func `a walk goes parents first, in the order in which they came`() {
        #expect(shape(copy) == ["root", ".a", "..a1", ".b", "other"])
    }

    @Test func `what is removed takes along what is below it`() {
        var copy = copy

        let removed = copy.remove("a")

        #expect(removed == ["a", "a1"])
        #expect(shape(copy) == ["root", ".b", "other"])
        #expect(copy.count == 3)
    }

    @Test func `a root that joins a parent moves below it`() {
        var copy = copy

        copy.insert("joined", id: "o", parent: "b")

        #expect(shape(copy) == ["root", ".a", "..a1", ".b", "..joined"])
        #expect(copy.path(to: "o") == ["root", "b", "joined"])
    }

    @Test func `a node whose parent is unknown is a root`() {
        var copy = TreeCopy<String>()

        copy.insert("child", id: "c", parent: "elsewhere")

        #expect(shape(copy) == ["child"])
    }

    @Test func `a replaced node keeps its place`() {
        var copy = copy

        copy.insert("A", id: "a", parent: "r")

        #expect(shape(copy) == ["root", ".A", "..a1", ".b", "other"])
    }
}
