import ProgressLocalization
import ProgressRegistry
import ProgressServer
import TestKit
import Testing

/// docs/contract.md, section 6, the English table, over HTTP; and which language is chosen.
struct LanguageTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    @Test(arguments: [
        (#""totalUnitCount":8,"completedUnitCount":2"#, "25% completed", "2 of 8"),
        (#""totalUnitCount":5300000,"completedUnitCount":419000"#, "7% completed", "419,000 of 5,300,000"),
        (#""totalUnitCount":1000,"completedUnitCount":999"#, "99% completed", "999 of 1,000"),
        (#""totalUnitCount":100,"completedUnitCount":29"#, "29% completed", "29 of 100"),
        (#""totalUnitCount":100,"completedUnitCount":150"#, "150% completed", "150 of 100"),
        (
            #""totalUnitCount":1,"completedUnitCount":9223372036854775807"#, "999,999% completed",
            "9,223,372,036,854,775,807 of 1"
        ),
        (
            #""kind":"file","fileOperationKind":"downloading","totalUnitCount":5300000,"completedUnitCount":419000"#,
            "Downloading files…", "419 KB of 5.3 MB"
        ),
        (
            #""kind":"file","fileOperationKind":"downloading","fileTotalCount":9,"fileCompletedCount":7"#,
            "Downloading 9 files…", "7 of 9 files"
        ),
        (
            #""kind":"file","fileOperationKind":"downloading","fileTotalCount":1,"fileCompletedCount":0"#,
            "Downloading 1 file…", "0 of 1 file"
        ),
        (
            #""kind":"file","fileOperationKind":"copying","fileURL":"file:///a/Text%20Edit/","totalUnitCount":8"#,
            "Copying “Text Edit”…", "0 bytes of 8 bytes"
        ),
        (#""kind":"file","totalUnitCount":1,"completedUnitCount":1"#, "Processing files…", "1 byte of 1 byte"),
        (
            #""totalUnitCount":5300000,"completedUnitCount":419000,"estimatedTimeRemaining":97"#,
            "7% completed", "419,000 of 5,300,000 — 1 minute, 37 seconds remaining"
        ),
        (
            #""kind":"file","totalUnitCount":3220000000,"completedUnitCount":1610000000,"throughput":2000,"estimatedTimeRemaining":120"#,
            "Processing files…", "1.61 GB of 3.22 GB (2 KB/sec) — 2 minutes remaining"
        ),
        (
            #""kind":"file","throughput":1000,"estimatedTimeRemaining":60"#,
            "Processing files…", "1 minute remaining (1 KB/sec)"
        ),
        (
            #""kind":"file","fileOperationKind":"downloading","totalUnitCount":-1,"completedUnitCount":5000000"#,
            "Downloading files…", "5 MB"
        ),
        ("", "", ""), (#""estimatedTimeRemaining":3605"#, "", "1 hour remaining"),
        (#""estimatedTimeRemaining":90000"#, "", "1 day, 1 hour remaining"),
        (#""estimatedTimeRemaining":0.9"#, "", "0 seconds remaining"),
        (#""kind":"file","fileOperationKind":"decompressingAfterDownloading""#, "Decompressing files…", ""),
        (#""kind":"file","fileOperationKind":"uploading""#, "Uploading files…", ""),
        (#""kind":"file","fileOperationKind":"receiving""#, "Receiving files…", ""),
        (#""kind":"file","fileOperationKind":"duplicating""#, "Duplicating files…", ""),
        (#""kind":"file","fileOperationKind":"own""#, "Processing files…", ""),
    ])
    func `descriptions are as NSProgress writes them`(members: String, description: String, additional: String) {
        let node = client.post("/v1/progress", "{\(members)}").json

        #expect(node.localizedDescription.string == description)
        #expect(node.localizedAdditionalDescription.string == additional)
    }

    @Test(arguments: [
        ("de", "25\u{A0}% abgeschlossen", "Dateien werden kopiert\u{A0}…", "419 kB von 5,3 MB"),
        ("fr", "Terminé à 25\u{A0}%", "Copie de fichiers…", "419\u{202F}ko sur 5,3\u{202F}Mo"),
        ("pl", "Ukończono 25%", "Kopiowanie plików…", "419 kB z 5,3 MB"),
        ("zh-TW", "已完成 25%", "正在複製檔案…", "419 kB / 5.3 MB"),
        ("ar", "\u{200F}اكتمل 25\u{200E}%\u{200E}\u{200F}", "\u{200F}جارٍ نسخ الملفات…\u{200F}", nil),
    ])
    func `a reader of another language finds it in replies and on streams`(
        language: String,
        percent: String,
        copying: String,
        amount: String?
    ) {
        let plain = client.create(#"{"totalUnitCount":8,"completedUnitCount":2}"#)
        let file = client.create(
            #"{"kind":"file","fileOperationKind":"copying","totalUnitCount":5300000,"completedUnitCount":419000}"#
        )

        let reply = client.get("/v1/progress/\(plain)", ["Accept-Language": language])
        let stream = EventStream(server, "/v1/progress/\(file)/events", ["Accept-Language": language])
        let event = stream.next()?.data

        #expect(reply.json.localizedDescription.string == percent)
        #expect(event?.localizedDescription.string == copying)
        if let amount { #expect(event?.localizedAdditionalDescription.string == amount) }
        #expect(client.snapshot(plain).localizedDescription.string == "25% completed")
    }

    @Test func `two streams on one progress have a language each`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let german = EventStream(server, "/v1/progress/\(id)/events?locale=de_DE", ["Accept-Language": "ja"])
        let japanese = EventStream(server, "/v1/progress/\(id)/events?locale=xx", ["Accept-Language": "ja"])
        _ = (german.next("snapshot"), japanese.next("snapshot"))

        client.complete(id, 2)

        #expect(german.next("progress")?.data.localizedDescription.string == "25\u{A0}% abgeschlossen")
        #expect(japanese.next("progress")?.data.localizedDescription.string == "25% 完了")
        #expect(german.reply["content-language"] == "de" && japanese.reply["content-language"] == "ja")
    }

    @Test(arguments: Language.all)
    func `every language can be the default, and is in the document`(language: Language) throws {
        let server = try LiveServer { $0.defaultLocale = "\(language.tag)".lowercased() }

        let reply = HTTPClient(server).get("/v1/progress", ["Accept-Language": "xx"])

        #expect(reply["content-language"] == "\(language.tag)")
        let documented = try ContractDocument().schema("Language")["enum"].list.compactMap(\.string)
        #expect(documented == Language.all.map { "\($0.tag)" })
    }

    @Test func `an explicit text wins until it is null`() {
        let id = client.create(
            #"{"totalUnitCount":8,"localizedDescription":"own","localizedAdditionalDescription":""}"#
        )
        #expect(client.snapshot(id).localizedDescription.string == "own")
        #expect(client.snapshot(id).localizedAdditionalDescription.string == "")

        let node = client.patch(
            "/v1/progress/\(id)",
            #"{"localizedDescription":null,"localizedAdditionalDescription":null}"#
        ).json

        #expect(node.localizedDescription.string == "0% completed")
        #expect(node.localizedAdditionalDescription.string == "0 of 8")
    }

    @Test func `rate and time appear while it runs only`() {
        let id = client.create(#"{"totalUnitCount":8,"estimatedTimeRemaining":60}"#)
        #expect(client.snapshot(id).localizedAdditionalDescription.string == "0 of 8 — 1 minute remaining")

        let paused = client.post("/v1/progress/\(id)/pause").json

        #expect(paused.localizedAdditionalDescription.string == "0 of 8")
    }

    @Test func `a percent with children stays at 99 while the fraction is below 1`() {
        let parent = client.create(#"{"totalUnitCount":1}"#)
        _ = client.create(
            #"{"pendingUnitCount":1,"totalUnitCount":1000000000000,"completedUnitCount":999999999999}"#,
            under: parent
        )

        #expect(client.snapshot(parent).localizedDescription.string == "99% completed")
    }

    @Test(arguments: [
        ("", "", "en"), ("", "en-AU", "en"), ("", "xx, en;q=0.5", "en"), ("", "*", "en"), ("", "xx", "en"),
        ("", "de-AT, en;q=0.9", "de"), ("", "en;q=0.1, zh-HK;q=0.2", "zh-Hant"), ("", "iw", "he"),
        ("zh", "en", "zh-Hans"),
        ("pt_PT", "en", "pt-BR"), ("xx", "sv, uk;q=0.5", "uk"), ("", "fr;q=0, *", "en"),
        ("", ";;;,,,=", "en"), ("", "en;q=0", "en"), ("en", "xx", "en"), ("xx", "en", "en"), ("EN-us", "", "en"),
        ("%00", "en", "en"), ("", String(repeating: "de,", count: 500), nil),
    ])
    func `the language is chosen by parameter, then by header, then by default`(
        locale: String,
        header: String,
        expected: String?
    ) {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let query = locale.isEmpty ? "" : "?locale=\(locale)"
        let headers = header.isEmpty ? [:] : ["Accept-Language": header]

        for target in ["/v1/progress\(query)", "/v1/progress/\(id)\(query)", "/v1/progress/\(id)/tree\(query)"] {
            let reply = client.get(target, headers)
            #expect(reply.status == 200)
            #expect(expected == nil || reply["content-language"] == expected, "\(target)")
            #expect(reply["vary"]?.hasPrefix("Accept-Language") == true)
        }
        let patch = client.patch("/v1/progress/\(id)\(query)", "{}", headers)
        let stream = EventStream(server, "/v1/progress/\(id)/events\(query)", headers)
        #expect(expected == nil || patch["content-language"] == expected)
        #expect(expected == nil || stream.reply["content-language"] == expected)
    }

    @Test func `a default that this build does not speak stops the start`() {
        #expect(throws: ServerError.self) { try LiveServer { $0.defaultLocale = "xx" } }
    }
}
