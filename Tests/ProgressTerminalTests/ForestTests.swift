import ProgressTerminal
import Testing

struct ForestTests {
    private var forest = Forest<String>()

    init() {
        forest.insert("root", id: "r", parent: nil)
        forest.insert("a", id: "a", parent: "r")
        forest.insert("b", id: "b", parent: "r")
        forest.insert("a1", id: "a1", parent: "a")
        forest.insert("other", id: "o", parent: nil)
    }

    private func shape(_ forest: Forest<String>) -> [String] {
        var shape: [String] = []
        forest.walk { node, depth in shape.append(String(repeating: ".", count: depth) + node) }
        return shape
    }

    @Test func `a walk goes parents first, in the order in which they came`() {
        #expect(shape(forest) == ["root", ".a", "..a1", ".b", "other"])
    }

    @Test func `what is removed takes along what is below it`() {
        var forest = forest

        let removed = forest.remove("a")

        #expect(removed == ["a", "a1"])
        #expect(shape(forest) == ["root", ".b", "other"])
        #expect(forest.count == 3)
    }

    @Test func `a root that joins a parent moves below it`() {
        var forest = forest

        forest.insert("joined", id: "o", parent: "b")

        #expect(shape(forest) == ["root", ".a", "..a1", ".b", "..joined"])
        #expect(forest.path(to: "o") == ["root", "b", "joined"])
    }

    @Test func `a node whose parent is unknown is a root`() {
        var forest = Forest<String>()

        forest.insert("child", id: "c", parent: "elsewhere")

        #expect(shape(forest) == ["child"])
    }

    @Test func `a replaced node keeps its place`() {
        var forest = forest

        forest.insert("A", id: "a", parent: "r")

        #expect(shape(forest) == ["root", ".A", "..a1", ".b", "other"])
    }
}
