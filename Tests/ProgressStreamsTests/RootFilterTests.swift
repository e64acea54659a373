import ProgressCore
import ProgressStreams
import Testing

struct RootFilterTests {
    private func box(named name: String? = nil, _ labels: [(String, String)] = []) -> DetailsBox {
        var details = ProgressDetails()
        details.name = name
        details.labels = labels.map { ProgressDetails.KeyedText(key: $0.0, value: $0.1) }
        return DetailsBox(details)
    }

    private func matches(_ label: String, _ labels: [(String, String)]) -> Bool? {
        LabelFilter(label).map { RootFilter(labels: [$0]).matches(box(labels)) }
    }

    private func box(_ labels: [(String, String)]) -> DetailsBox { box(named: nil, labels) }

    @Test func `a label is asked for by its key, by its value, and for not being there`() {
        let labels = [("team", "data"), ("", "empty"), ("a", "b:c"), ("x:y", "z")]

        for text in ["team", "team:data", "!team:web", "!shift", "!tea", "a:b:c", "x:y:z", ":empty", "!:full"] {
            #expect(matches(text, labels) == true, "\(text)")
        }
        for text in ["tea", "team:dat", "team:data2", "!team", "!team:data", "shift", "TEAM", "x", "!:empty"] {
            #expect(matches(text, labels) == false, "\(text)")
        }
        for text in ["", "!"] { #expect(LabelFilter(text) == nil) }
    }

    @Test func `what has no labels lacks all of them`() {
        #expect(LabelFilter("!a").map { RootFilter(labels: [$0]).matches(nil) } == true)
        #expect(LabelFilter("a").map { RootFilter(labels: [$0]).matches(nil) } == false)
    }

    @Test func `one of the names has to be the one, or to begin like it`() {
        let filter = RootFilter(names: [NameFilter("deploy.*"), NameFilter("night")])

        for name in ["deploy.", "deploy.web", "night"] { #expect(filter.matches(box(named: name)), "\(name)") }
        for name in ["deploy", "nightly", "nigh", "Night"] { #expect(!filter.matches(box(named: name)), "\(name)") }
        #expect(!filter.matches(box(named: nil)) && !filter.matches(nil))
        #expect(RootFilter(names: [NameFilter("*")]).matches(box(named: "a")))
        #expect(!RootFilter(names: [NameFilter("*")]).matches(box(named: nil)))
    }

    @Test func `names are alternatives, labels and names have to hold together`() throws {
        let label = try #require(LabelFilter("team"))
        let filter = RootFilter(names: [NameFilter("a"), NameFilter("b")], labels: [label])

        #expect(filter.matches(box(named: "b", [("team", "x")])))
        #expect(!filter.matches(box(named: "b")))
        #expect(!filter.matches(box(named: "c", [("team", "x")])))
        #expect(RootFilter().isEmpty && !filter.isEmpty)
    }
}
