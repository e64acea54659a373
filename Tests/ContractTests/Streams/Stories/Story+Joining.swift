extension Story {
    static let joining = [
        Story(
            "children join, with what is below them",
            .node("p").withDescendants,
            given: [.root("p", total: 9)],
            .call(.child("c", of: "p", worth: 3, total: 2, #""children":[{"name":"d","pendingUnitCount":1}]"#)),
            .call(.child("e", of: "d", worth: 1, total: 4, completed: 1)),
            .call(.count("e", 3))
        ),
        Story(
            "children join one whose children are not shown",
            .node("p"),
            given: [.root("p", total: 9)],
            .call(.child("c", of: "p", worth: 3, total: 2)),
            .call(.count("c", 1)),
            .batch([.child("d", of: "p", worth: 3, total: 2), .count("p", 1), .delete("d")]),
            .call(.count("c", 1))
        ),
        Story(
            "a tree joins a tree",
            .node("p").withDescendants,
            given: [
                .root("p", total: 9), .root("c", total: 4, completed: 1), .child("d", of: "c", worth: 3, total: 3),
                .child("e", of: "d", worth: 3, total: 3),
            ],
            .call(.attach("c", to: "p", worth: 9)),
            .call(.count("e", 3))
        ),
        Story(
            "a named progress moves with the root above it",
            .nodes("d", "e"),
            given: [
                .root("p", total: 9), .root("c", total: 4), .child("d", of: "c", worth: 1, total: 3),
                .child("e", of: "d", worth: 1, total: 3),
            ],
            .call(.attach("c", to: "p", worth: 9)),
            .call(.count("d", 1))
        ),
        Story(
            "a root joins a named parent, and is named itself",
            .nodes("p", "c"),
            given: [.root("p", total: 9), .root("c", total: 4)],
            .call(.count("c", 1)),
            .call(.attach("c", to: "p", worth: 9)),
            .call(.count("c", 3))
        ),
        Story(
            "a selected root joins a selected root",
            .roots.withDescendants,
            given: [.root("p", total: 9), .root("c", total: 4), .child("d", of: "c", worth: 1, total: 3)],
            .call(.count("d", 1)),
            .call(.attach("c", to: "p", worth: 9)),
            .call(.count("d", 2)),
            .call(.delete("c"))
        ),
        Story(
            "a root joins a root that joins a root",
            .roots.withDescendants,
            given: [.root("a", total: 9), .root("b", total: 4), .root("c", total: 3)],
            .batch([.attach("c", to: "b", worth: 1), .attach("b", to: "a", worth: 1), .count("c", 1)]),
            .call(.delete("b"))
        ),
        Story(
            "a tree joins a paused one, and a cancelled one",
            .nodes("p", "q").withDescendants,
            given: [
                .root("p", total: 9), .root("q", total: 9), .root("c", total: 4),
                .child("d", of: "c", worth: 1, total: 3),
                .root("e", total: 4), .child("f", of: "e", worth: 1, total: 3, completed: 3), .pause("p"), .cancel("q"),
            ],
            .call(.attach("c", to: "p", worth: 1)),
            .call(.attach("e", to: "q", worth: 1)),
            .call(.resume("c")),
            .call(.cancel("p"))
        ),
        Story(
            "a root joins what is deleted in the same batch",
            .roots.withDescendants,
            given: [.root("x", total: 9), .root("c", total: 4), .root("other", total: 1)],
            .batch([.attach("c", to: "x", worth: 1), .delete("x")]),
            .call(.count("other", 1))
        ),
        Story(
            "a root joins, and its parent is deleted",
            .roots.withDescendants,
            given: [
                .root("x", total: 9), .root("c", total: 4), .child("d", of: "c", worth: 0), .root("other", total: 1),
            ],
            .call(.attach("c", to: "x", worth: 1)),
            .call(.delete("x")),
            .call(.count("other", 1))
        ),
        Story(
            "a root joins a hidden parent, which is deleted in the same batch",
            .roots(label: "a").withDescendants,
            given: [
                .root("x", total: 9), .root("c", total: 4, #""labels":{"job":"a"}"#), .child("d", of: "c", worth: 0),
                .root("other", total: 1, #""labels":{"job":"a"}"#),
            ],
            .batch([.attach("c", to: "x", worth: 1), .count("d", 1), .delete("x")]),
            .call(.count("other", 1))
        ),
        Story(
            "a tree joins, grows, and leaves at once",
            .roots(label: "a").withDescendants,
            given: [
                .root("p", total: 9, #""labels":{"job":"a"}"#), .root("c", total: 4),
                .child("d", of: "c", worth: 1, total: 3),
            ],
            .batch([.attach("c", to: "p", worth: 1), .child("e", of: "d", worth: 1, total: 1), .label("p", nil)]),
            .batch([.label("p", "a"), .count("e", 1), .delete("d")])
        ),
        Story(
            "children come and go in a burst",
            .node("p").withDescendants,
            given: [.root("p", total: 9)],
            .burst([
                .child("c", of: "p", worth: 1, total: 1), .count("c", 1), .delete("c"),
                .child("d", of: "p", worth: 1, total: 1), .pause("d"),
            ]),
            .batch([.child("e", of: "p", worth: 1), .delete("e"), .child("f", of: "p", worth: 1), .count("d", 1)])
        ),
        Story(
            "a new child is finished and taken back at one moment",
            .node("p").withDescendants,
            given: [.root("p", total: 10)],
            .batch([.child("c", of: "p", worth: 1, total: 2), .count("c", 2), .count("c", -1)]),
            .call(.count("c", 1))
        ),
    ]
}
