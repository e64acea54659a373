/// The five jobs of the demonstration.
enum DemoScene {
    static let jobs = [backup, photos, deploy, reindex, crawl]

    static let backup = DemoJob(
        step: DemoStep(
            name: "nightly-backup",
            members: [DemoStep.title("Backup of the archive"), #""labels":{"team":"ops","host":"vault"}"#],
            parts: [
                DemoStep(name: "scan", units: 48_211, rate: 1_300, members: [DemoStep.title("Scanning…")]),
                DemoStep(
                    name: "compress",
                    worth: 7,
                    units: 9_400_000_000,
                    rate: 18_000_000,
                    files: 48_211,
                    members: [#""kind":"file""#, #""fileOperationKind":"copying""#]
                ),
                DemoStep(
                    name: "verify",
                    worth: 2,
                    units: 9_400_000_000,
                    rate: 64_000_000,
                    members: [#""kind":"file""#, DemoStep.title("Verifying…")]
                ),
            ]
        ),
        age: 420,
        nights: 6,
        rest: 45
    )

    static let photos = DemoJob(
        step: DemoStep(
            name: "photo-import",
            members: [DemoStep.title("Photos of the summer"), #""labels":{"team":"media","job":"4711"}"#],
            width: 4,
            parts: titles.enumerated().map(photo)
        ),
        age: 45
    )

    private static let titles = [
        "Golden Gate", "Ferry", "Lighthouse", "Market", "Old Town", "Harbor", "Dunes", "Night Train", "Castle",
        "Bridge",
        "Meadow", "Glacier", "Vineyard", "Chapel", "Island", "Pier", "Waterfall", "Canyon", "Orchard", "Station",
    ]

    /// A download worth 9 and a filter worth 1.
    private static func photo(_ number: Int, _ title: String) -> DemoStep {
        let file = "\(title.replacing(" ", with: "%20")).jpg"
        return DemoStep(
            name: title.lowercased().replacing(" ", with: "-"),
            members: [DemoStep.title("\(title).jpg")],
            parts: [
                DemoStep(
                    name: "download",
                    worth: 9,
                    units: 2_400_000 + 700_000 * (number * 7 % 5),
                    rate: 260_000,
                    members: [
                        #""kind":"file""#, #""fileOperationKind":"downloading""#,
                        #""fileURL":"https://photos.example.org/\#(file)""#,
                    ]
                ),
                DemoStep(name: "filter", units: 8, rate: 3, members: [DemoStep.title("Filtering…")]),
            ]
        )
    }

    static let deploy = DemoJob(
        step: DemoStep(
            name: "deploy",
            members: [DemoStep.title("Deploy of 2.14 to production"), #""labels":{"team":"web","env":"production"}"#],
            parts: [
                DemoStep(name: "build", worth: 4, units: 312, rate: 14, members: [DemoStep.title("Compiling…")]),
                DemoStep(
                    name: "images",
                    worth: 2,
                    units: 180_000_000,
                    rate: 16_000_000,
                    members: [#""kind":"file""#, #""fileOperationKind":"uploading""#]
                ),
                DemoStep(
                    name: "rollout",
                    worth: 3,
                    members: [DemoStep.title("Rolling out…")],
                    width: 3,
                    parts: [host(1), host(2, failingAt: 0.6), host(3)]
                ),
                DemoStep(name: "smoke-tests", units: 24, rate: 2, members: [DemoStep.title("Smoke tests")]),
            ]
        ),
        age: 62,
        giveUp: (150, "Rolled back: 1 of 3 hosts did not come up")
    )

    private static func host(_ number: Int, failingAt fraction: Double? = nil) -> DemoStep {
        DemoStep(
            name: "web-\(number)",
            units: 10,
            rate: 0.7,
            members: [DemoStep.title("web-\(number).example.org")],
            failure: fraction.map {
                DemoStep.Failure(
                    fraction: $0,
                    message: "web-\(number): the health check answered 502 three times",
                    code: "unhealthy"
                )
            }
        )
    }

    static let reindex = DemoJob(
        step: DemoStep(
            name: "reindex-search",
            units: 1_250_000,
            rate: 4_200,
            members: [DemoStep.title("Rebuilding the search index"), #""labels":{"team":"search"}"#]
        ),
        age: 260,
        pause: (0.38, "Waits for the nightly backup")
    )

    static let crawl = DemoJob(
        step: DemoStep(
            name: "crawl",
            units: -1,
            rate: 12,
            members: [DemoStep.title("Crawling docs.example.org"), #""labels":{"team":"search"}"#]
        ),
        age: 900
    )
}
