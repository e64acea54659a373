extension Story {
    /// Something is held back by a pace when the next thing happens.
    static let pacing = [
        Story(
            "a child moves its parent, whose reader asks for few events",
            .node("p").atMost(2),
            given: [.root("p", total: 9)],
            .call(.child("c", of: "p", worth: 2, total: 2, completed: 1))
        ),
        Story(
            "a child moves its parent, whose progress is owed",
            .node("p").atMost(2),
            given: [.root("p", total: 9)],
            .call(.count("p", 1)),
            .call(.child("c", of: "p", worth: 2, total: 2, completed: 1)),
            .call(.pause("c"))
        ),
        Story(
            "a root joins while its progress is owed",
            .roots.atMost(2),
            given: [.root("p", total: 9), .root("c", total: 9)],
            .call(.count("c", 1)),
            .call(.count("c", 1)),
            .call(.attach("c", to: "p", worth: 1)),
            .call(.delete("c"))
        ),
        Story(
            "a tree joins while its progress is held, grows, and leaves",
            .roots(label: "a").withDescendants,
            streamRate: 2,
            given: [
                .root("p", total: 9, #""labels":{"job":"a"}"#), .root("c", total: 4),
                .child("d", of: "c", worth: 1, total: 3),
            ],
            .call(.count("d", 1)),
            .call(.attach("c", to: "p", worth: 1)),
            .call(.child("e", of: "d", worth: 1, total: 1)),
            .call(.label("p", nil))
        ),
        Story(
            "a tree joins while its progress is held, and grows",
            .node("p").withDescendants,
            streamRate: 2,
            given: [.root("p", total: 9), .child("c", of: "p", worth: 1, total: 4)],
            .call(.count("c", 1)),
            .call(.count("c", 1)),
            .call(.child("e", of: "c", worth: 1, total: 1)),
            .call(.pause("c")),
            .call(.count("e", 1))
        ),
        Story(
            "something below moves while the progress itself is held",
            .node("p").withSummary,
            streamRate: 2,
            given: [.root("p", total: 9), .child("c", of: "p", worth: 0, total: 4)],
            .call(.count("p", 1)),
            .call(.count("p", 1)),
            .call(.pause("c"))
        ),
        Story(
            "several finish while their progress is held",
            .nodes("a", "b"),
            streamRate: 2,
            given: [.root("a", total: 4), .root("b", total: 4)],
            .call(.count("a", 1)),
            .call(.count("b", 1)),
            .batch([.count("a", 1), .count("b", 1)]),
            .call(.count("b", 2)),
            .batch([.count("a", 1), .cancel("a")])
        ),
    ]
}
