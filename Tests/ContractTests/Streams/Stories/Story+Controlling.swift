extension Story {
    static let controlling = [
        Story(
            "a tree is paused, resumed and cancelled",
            .node("p").withDescendants,
            given: [.root("p", total: 9), .child("c", of: "p", worth: 1, total: 4), .child("d", of: "c", worth: 1)],
            .call(.pause("p")),
            .call(.resume("c")),
            .call(.count("c", 1)),
            .batch([.resume("p"), .pause("d"), .resume("d")]),
            .call(.cancel("p"))
        ),
        Story(
            "control passes over one that has finished",
            .node("m").withDescendants,
            given: [
                .root("r", total: 4), .child("m", of: "r", worth: 2, total: 2, completed: 2),
                .child("l", of: "m", worth: 0, total: 5),
            ],
            .call(.pause("r")),
            .call(.count("l", 1)),
            .call(.resume("r")),
            .call(.cancel("r"))
        ),
        Story(
            "a failure cancels what is below it",
            .roots.withDescendants,
            given: [
                .root("r", total: 4), .child("m", of: "r", worth: 2, total: 2),
                .child("l", of: "m", worth: 0, total: 5),
                .child("done", of: "m", worth: 1, total: 1, completed: 1), .child("below", of: "done", worth: 0),
            ],
            .call(.fail("m")),
            .call(.count("l", 5)),
            .call(.count("m", 2))
        ),
        Story(
            "leases run out, a reservation is never claimed, and an ended root is removed",
            .roots.withDescendants,
            given: [
                .root("old", total: 1), .child("below", of: "old", worth: 0, total: 1, completed: 1),
                .root("p", total: 9, #""leaseSeconds":10"#),
                .root("q", total: 2, completed: 1), .reserve(under: "q", worth: 1, expiresIn: 10),
            ],
            .call(.count("old", 1)),
            .time(seconds: 3_601, until: ("old", nil)),
            .call(.count("p", 1))
        ),
        Story(
            "texts change, and names",
            .node("p").withDescendants,
            given: [.root("p", total: 2), .child("c", of: "p", worth: 2, total: 1)],
            .call(.patch("c", #""localizedDescription":"Sorting","userInfo":{"album":"May"}"#)),
            .call(.patch("c", #""name":"sorter","localizedDescription":null"#)),
            .batch([.patch("sorter", #""kind":"file","throughput":200"#), .count("sorter", 1)])
        ),
    ]

    static let summarizing = [
        Story(
            "summaries move with what is below",
            .node("p").withSummary,
            given: [
                .root("p", total: 9), .child("m", of: "p", worth: 1, total: 4),
                .child("f", of: "m", worth: 1, total: 100, #""kind":"file","fileTotalCount":3,"fileCompletedCount":0"#),
            ],
            .call(.count("f", 10)),
            .call(.patch("f", #""fileCompletedCount":1,"userInfo":{"file":"a.jpg"}"#)),
            .call(.count("f", 90)),
            .call(.count("p", 8))
        ),
        Story(
            "a child worth nothing is paused below a summary",
            .node("p").withSummary,
            given: [.root("p", total: 9), .child("c", of: "p", worth: 0, total: 4)],
            .call(.count("p", 1)),
            .call(.pause("c")),
            .call(.resume("c")),
            .call(.fail("c"))
        ),
        Story(
            "children worth nothing come and go below summaries",
            .roots.withSummary,
            given: [.root("p", total: 9), .root("q", total: 1), .child("m", of: "p", worth: 0, total: 4)],
            .call(.child("c", of: "m", worth: 0, total: 4, #""kind":"file""#)),
            .call(.count("c", 3)),
            .call(.delete("c")),
            .call(.release("m")),
            .call(.count("q", 1))
        ),
        Story(
            "steps vanish below a summary, and stay in its sums",
            .nodes("p", "m").withSummary,
            given: [
                .root("p", total: 9), .child("m", of: "p", worth: 0, total: 4),
                .child("s", of: "m", worth: 1, total: 5, #""kind":"file","removeWhenFinished":true"#),
            ],
            .call(.count("s", 2)),
            .call(.count("s", 3)),
            .call(.attachedFile),
            .call(.cancel("p"))
        ),
        Story(
            "a tree joins below summaries of its descendants",
            .node("p").withDescendants.withSummary,
            given: [
                .root("p", total: 9), .child("m", of: "p", worth: 0, total: 4), .root("c", total: 2),
                .child("d", of: "c", worth: 0, total: 7, #""kind":"file""#),
            ],
            .call(.attach("c", to: "m", worth: 0)),
            .call(.count("d", 3)),
            .call(.pause("d")),
            .batch([.count("d", 4), .delete("c")])
        ),
    ]
}

extension Call {
    fileprivate static var attachedFile: Call {
        child("t", of: "m", worth: 1, total: 5, completed: 1, #""kind":"file","removeWhenFinished":true"#)
    }
}
