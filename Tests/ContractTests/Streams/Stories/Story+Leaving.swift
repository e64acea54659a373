extension Story {
    private static let labeled = #""labels":{"job":"a"}"#
    private static let folder = "file:///home/anna/photos"

    static let leaving = [
        Story(
            "roots come, join and go",
            .roots,
            given: [.root("p", total: 9), .root("c", total: 4)],
            .call(.attach("c", to: "p", worth: 1)),
            .call(.count("c", 4)),
            .call(.root("n", total: 1)),
            .batch([.root("m", total: 1), .delete("m"), .count("n", 1)]),
            .call(.delete("p"))
        ),
        Story(
            "roots are relabeled",
            .roots(label: "a"),
            given: [.root("p", total: 9, labeled), .root("q", total: 9)],
            .call(.label("q", "a")),
            .call(.label("p", "b")),
            .call(.count("p", 1)),
            .call(.label("p", "a")),
            .batch([.label("p", nil), .label("p", "a"), .count("p", 1)]),
            .batch([.label("q", nil), .label("q", "a"), .label("q", nil)])
        ),
        Story(
            "a labeled tree leaves and returns",
            .roots(label: "a").withDescendants,
            given: [.root("p", total: 9, labeled), .child("c", of: "p", worth: 1, total: 4)],
            .call(.label("p", nil)),
            .call(.child("d", of: "c", worth: 1, total: 4)),
            .call(.label("p", "a")),
            .call(.count("d", 4)),
            .batch([.label("p", nil), .delete("c"), .label("p", "a")])
        ),
        Story(
            "a root loses its label and is deleted",
            .roots(label: "a"),
            given: [.root("p", total: 9, labeled), .root("q", total: 9, labeled)],
            .batch([.label("p", nil), .delete("p")]),
            .batch([.label("q", nil), .label("q", "a"), .delete("q")])
        ),
        Story(
            "a root is relabeled, relabeled back and attached in one batch",
            .roots(label: "a"),
            given: [.root("p", total: 9), .root("c", total: 4, labeled)],
            .batch([.label("c", "b"), .label("c", "a"), .attach("c", to: "p", worth: 1)]),
            .call(.count("c", 1))
        ),
        Story(
            "a labeled root is relabeled, relabeled back and attached to a labeled root in one batch",
            .roots(label: "a"),
            given: [.root("p", total: 9, labeled), .root("c", total: 4, labeled)],
            .batch([.label("c", "b"), .label("c", "a"), .attach("c", to: "p", worth: 1)]),
            .call(.count("c", 1))
        ),
        Story(
            "a root moves to another file, returns and joins in one batch",
            .roots(fileURL: folder),
            given: [
                .root("p", total: 9, "\"fileURL\":\"\(folder)\""),
                .root("c", total: 4, "\"fileURL\":\"\(folder)/a.jpg\""),
            ],
            .batch([
                .patch("c", #""fileURL":null"#), .patch("c", "\"fileURL\":\"\(folder)/b.jpg\""),
                .attach("c", to: "p", worth: 1),
            ]),
            .call(.count("c", 1))
        ),
        Story(
            "files come into a folder and leave it",
            .roots(fileURL: folder),
            given: [.root("p", total: 9, "\"fileURL\":\"\(folder)/a.jpg\""), .root("q", total: 9)],
            .call(.patch("q", "\"fileURL\":\"\(folder)/b.jpg\"")),
            .call(.patch("p", "\"fileURL\":\"\(folder)/deep/a.jpg\"")),
            .call(.count("p", 1)),
            .call(.root("r", total: 1, "\"fileURL\":\"\(folder)/\"")),
            .call(.count("q", 9))
        ),
        Story(
            "a labeled root joins another labeled root",
            .roots(label: "a"),
            given: [.root("p", total: 9, labeled), .root("c", total: 4, labeled)],
            .batch([.count("c", 1), .attach("c", to: "p", worth: 1)]),
            .call(.label("c", nil)),
            .call(.delete("c"))
        ),
        Story(
            "a labeled tree joins a hidden root",
            .roots(label: "a").withDescendants,
            given: [
                .root("p", total: 9), .root("c", total: 4, labeled), .child("d", of: "c", worth: 1, total: 2),
            ],
            .call(.attach("c", to: "p", worth: 1)),
            .call(.count("d", 1)),
            .call(.label("p", "a")),
            .call(.label("c", nil))
        ),
        Story(
            "a known root joins a hidden tree, which joins a labeled one and is deleted",
            .roots(label: "a").withDescendants,
            given: [.root("p", total: 9, labeled), .root("m", total: 9), .root("c", total: 4, labeled)],
            .call(.attach("c", to: "m", worth: 1)),
            .call(.attach("m", to: "p", worth: 1)),
            .call(.delete("m"))
        ),
        Story(
            "a known root joins a hidden one, which is labeled and deleted",
            .roots(label: "a").withDescendants,
            given: [.root("x", total: 9), .root("c", total: 4, labeled), .root("other", total: 1, labeled)],
            .call(.attach("c", to: "x", worth: 1)),
            .call(.label("x", "a")),
            .call(.delete("x")),
            .call(.count("other", 1))
        ),
        Story(
            "a label goes and comes in one batch, and the root is deleted",
            .roots(label: "a").atMost(2),
            given: [.root("p", total: 9, labeled), .root("q", total: 9, labeled)],
            .call(.count("q", 1)),
            .call(.count("q", 1)),
            .batch([.label("p", nil), .label("p", "a")]),
            .call(.delete("p"))
        ),
    ]
}
