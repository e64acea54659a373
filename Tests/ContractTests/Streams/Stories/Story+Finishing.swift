extension Story {
    static let finishing = [
        Story(
            "a progress works and finishes",
            .node("p"),
            given: [.root("p", total: 3)],
            .call(.count("p", 1)),
            .call(.count("p", 1)),
            .call(.count("p", 1))
        ),
        Story(
            "a burst of counts finishes a progress",
            .node("p"),
            given: [.root("p", total: 5)],
            .burst((0..<5).map { _ in .count("p", 1) })
        ),
        Story(
            "a finish cascades to the root",
            .node("p").withDescendants,
            given: [
                .root("p", total: 1), .child("m", of: "p", worth: 1, total: 2),
                .child("l", of: "m", worth: 2, total: 4), .child("idle", of: "l", worth: 0, total: 9),
            ],
            .call(.count("l", 1)),
            .call(.count("l", 3)),
            .call(.count("idle", 9))
        ),
        Story(
            "a finish cascades past several named progresses",
            .nodes("l", "p", "m"),
            given: [
                .root("p", total: 1), .child("m", of: "p", worth: 1, total: 2),
                .child("l", of: "m", worth: 2, total: 4),
            ],
            .call(.count("l", 1)),
            .call(.count("l", 3))
        ),
        Story(
            "a child finishes its parent and is taken back",
            .roots.withDescendants,
            given: [.root("p", total: 2), .child("c", of: "p", worth: 2, total: 4)],
            .call(.count("c", 4)),
            .call(.count("c", -1)),
            .call(.patch("p", #""totalUnitCount":5"#)),
            .call(.count("c", 1))
        ),
        Story(
            "a progress becomes indeterminate and comes back",
            .node("p"),
            given: [.root("p", total: 4, completed: 2)],
            .call(.patch("p", #""totalUnitCount":-1"#)),
            .call(.patch("p", #""totalUnitCount":4,"completedUnitCount":4"#)),
            .call(.patch("p", #""totalUnitCount":8"#)),
            .call(.count("p", 4))
        ),
        Story(
            "the last write changes counts and texts",
            .node("p"),
            given: [.root("p", total: 4, #""kind":"file","fileTotalCount":2,"fileCompletedCount":0"#)],
            .call(.patch("p", #""completedUnitCount":2,"fileCompletedCount":1"#)),
            .call(.patch("p", #""completedUnitCount":4,"fileCompletedCount":2,"userInfo":{"file":"b.jpg"}"#))
        ),
        Story(
            "a child that joins finishes its parent",
            .node("p"),
            given: [.root("p", total: 2)],
            .call(.child("c", of: "p", worth: 2, total: 1, completed: 1))
        ),
        Story(
            "a root that joins finishes its parent",
            .nodes("p", "c"),
            given: [
                .root("p", total: 2), .root("c", total: 1, completed: 1), .child("d", of: "c", worth: 0, total: 1),
            ],
            .call(.attach("c", to: "p", worth: 2))
        ),
        Story(
            "a progress finishes before what is below it",
            .node("job").withDescendants,
            given: [.root("job", total: 2), .child("part", of: "job", worth: 1, total: 10)],
            .call(.patch("job", #""completedUnitCount":2"#)),
            .call(.count("part", 5)),
            .call(.count("part", 5))
        ),
    ]

    static let vanishing = [
        Story(
            "a root vanishes as it finishes, among roots",
            .roots,
            given: [.root("other", total: 1)],
            .call(.root("g", total: 2, #""removeWhenFinished":true"#)),
            .call(.count("g", 1)),
            .call(.count("g", 1)),
            .call(.count("other", 1))
        ),
        Story(
            "a root vanishes as it finishes, by name",
            .node("g"),
            given: [.root("g", total: 2, #""removeWhenFinished":true"#)],
            .call(.count("g", 2))
        ),
        Story(
            "steps vanish until their parent finishes",
            .node("p").withDescendants,
            given: [
                .root("p", total: 2), .child("a", of: "p", worth: 1, total: 2, #""removeWhenFinished":true"#),
                .child("b", of: "p", worth: 1, total: 2, #""removeWhenFinished":true"#),
            ],
            .call(.count("a", 1)),
            .call(.count("a", 1)),
            .call(.count("b", 2))
        ),
        Story(
            "a tree vanishes from above",
            .roots.withDescendants,
            given: [
                .root("p", total: 2), .child("m", of: "p", worth: 1, total: 1, #""removeWhenFinished":true"#),
                .child("l", of: "m", worth: 1, total: 3),
            ],
            .call(.count("l", 1)),
            .call(.count("l", 2)),
            .call(.count("p", 1))
        ),
        Story(
            "named progresses finish as the root above them vanishes",
            .nodes("top", "m", "low"),
            given: [
                .root("top", total: 1, #""removeWhenFinished":true"#), .child("m", of: "top", worth: 1, total: 1),
                .child("n", of: "m", worth: 1, total: 1), .child("low", of: "n", worth: 1, total: 2),
            ],
            .call(.count("low", 1)),
            .call(.count("low", 1))
        ),
        Story(
            "a nested step comes and vanishes at one moment",
            .node("p").withDescendants,
            given: [.root("p", total: 9), .child("m", of: "p", worth: 1, total: 9)],
            .batch([.child("c", of: "m", worth: 1, total: 1, #""removeWhenFinished":true"#), .count("c", 1)]),
            .batch([
                .child("d", of: "m", worth: 1, total: 1, #""children":[{"name":"e","pendingUnitCount":0}]"#),
                .child("f", of: "e", worth: 0, total: 1, #""removeWhenFinished":true"#), .count("f", 1),
            ])
        ),
        Story(
            "what is below a new child vanishes before anybody hears of it",
            .roots.withDescendants,
            given: [.root("p", total: 9)],
            .batch([
                .child(
                    "c",
                    of: "p",
                    worth: 1,
                    total: 3,
                    #""children":[{"name":"d","pendingUnitCount":1,"totalUnitCount":1,"removeWhenFinished":true}]"#
                ),
                .count("d", 1),
            ])
        ),
        Story(
            "a middle is deleted, its units credited",
            .node("p").withDescendants,
            given: [
                .root("p", total: 2, completed: 1), .child("m", of: "p", worth: 1, total: 4),
                .child("l", of: "m", worth: 1, total: 4),
            ],
            .call(.count("l", 1)),
            .call(.delete("m"))
        ),
        Story(
            "a middle is deleted, its units dropped",
            .roots.withDescendants,
            given: [.root("p", total: 2), .child("m", of: "p", worth: 1, total: 4), .child("l", of: "m", worth: 1)],
            .call(.release("m")),
            .call(.count("p", 1)),
            .call(.delete("p"))
        ),
        Story(
            "several are named, and end in every way",
            .nodes("a", "b", "c", "d"),
            given: [.root("a", total: 1), .root("b", total: 1), .root("c", total: 1), .root("d", total: 1)],
            .call(.count("a", 1)),
            .call(.cancel("b")),
            .burst([.fail("c"), .delete("d")])
        ),
        Story(
            "a named progress goes with the tree around it",
            .nodes("low", "other"),
            given: [
                .root("top", total: 1), .child("m", of: "top", worth: 1, total: 1), .child("low", of: "m", worth: 1),
                .root("other", total: 1),
            ],
            .call(.delete("top")),
            .call(.count("other", 1))
        ),
    ]
}
