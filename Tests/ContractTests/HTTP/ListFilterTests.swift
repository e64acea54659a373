import TestKit
import Testing

/// docs/contract.md, section 5, **Lists**: which progresses a list has.
struct ListFilterTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func names(_ target: String) -> [String] {
        client.get(target).json.items.list.map { $0.name.string ?? "" }
    }

    @Test func `a name finds itself, and its beginning with a star all that begin like it`() {
        for name in ["deploy", "deploy.web", "deploy.db", "nightly", "Deploy.x"] {
            _ = client.create("{\"name\":\"\(name)\"}")
        }
        _ = client.create("{}")

        #expect(names("/v1/progress?name=deploy") == ["deploy"])
        #expect(names("/v1/progress?name=deploy.*") == ["deploy.db", "deploy.web"])
        #expect(names("/v1/progress?name=deploy*&name=nightly") == ["nightly", "deploy.db", "deploy.web", "deploy"])
        #expect(names("/v1/progress?name=*").count == 5)
        #expect(names("/v1/progress?name=deploy.web.*") == [])
    }

    @Test func `runs of a name are found by it as long as they are there`() {
        let first = client.create(#"{"name":"nightly","totalUnitCount":1}"#)
        client.complete(first, 1)
        let second = client.create(#"{"name":"nightly","totalUnitCount":1}"#)

        let found = client.get("/v1/progress?name=nightly").json.items.list.map { $0.id.string }

        #expect(found == [second, first])
    }

    @Test func `labels are asked for by key, by value, and for not being there`() {
        _ = client.create(#"{"name":"a","labels":{"team":"data","shift":"night"}}"#)
        _ = client.create(#"{"name":"b","labels":{"team":"web"}}"#)
        _ = client.create(#"{"name":"c","labels":{"team":"","x":"y:z"}}"#)
        _ = client.create(#"{"name":"d"}"#)

        #expect(names("/v1/progress?label=team") == ["c", "b", "a"])
        #expect(names("/v1/progress?label=!team") == ["d"])
        #expect(names("/v1/progress?label=!team:data") == ["d", "c", "b"])
        #expect(names("/v1/progress?label=team&label=!shift") == ["c", "b"])
        #expect(names("/v1/progress?label=team:") == ["c"])
        #expect(names("/v1/progress?label=x:y:z") == ["c"])
        #expect(names("/v1/progress?label=Team") == [])
        #expect(names("/v1/progress?label=team:data&label=team:web") == [])
    }

    @Test func `every word is in the name, the explicit description, or a label's value, in whatever case`() {
        _ = client.create(
            #"{"name":"import-photos","localizedDescription":"Straße nach ÉPINAL","labels":{"owner":"Anna Ως"}}"#
        )
        _ = client.create(#"{"name":"other","kind":"photos","userInfo":{"a":"anna"},"labels":{"photos":"x"}}"#)

        for words in [
            "photo", "PHOTOS%20anna", "%20import%20%20ANNA%20", "stra%C3%9Fe", "STRASSE", "%C3%A9pinal", "%CF%89%CF%83",
            "%CE%A9%CE%A3", "a+n+n+a", "import-photos%20nach%20anna",
        ] {
            #expect(names("/v1/progress?q=\(words)") == ["import-photos"], "\(words)")
        }
        for words in ["photos%20berta", "owner", "completed", "annastra"] {
            #expect(names("/v1/progress?q=\(words)") == [], "\(words)")
        }
        #expect(names("/v1/progress?q=").count == 2)
        #expect(names("/v1/progress?q=%20").count == 2)
    }

    @Test func `createdSince counts creations, not changes`() {
        _ = client.create(#"{"name":"old"}"#)
        server.clock.advance(seconds: 10)
        _ = client.create(#"{"name":"new"}"#)
        client.complete("old", 1)

        #expect(names("/v1/progress?createdSince=2026-03-01T02:00:10Z") == ["new"])
        #expect(names("/v1/progress?createdSince=2026-03-01T02:00:00Z") == ["new", "old"])
        #expect(names("/v1/progress?createdSince=2026-03-01T02:00:10.001Z") == [])
    }

    @Test func `children are found like roots`() {
        _ = client.create(#"{"name":"top"}"#)
        for name in ["b", "a", "c"] {
            _ = client.create(
                "{\"name\":\"\(name)\",\"pendingUnitCount\":1,\"labels\":{\"k\":\"\(name)\"}}",
                under: "top"
            )
        }
        _ = client.create(#"{"name":"a2"}"#)
        let path = "/v1/progress/top/children"

        #expect(names("\(path)?name=a*") == ["a"])
        #expect(names("\(path)?label=!k:a") == ["b", "c"])
        #expect(names("\(path)?q=C") == ["c"])
        #expect(names("\(path)?sort=-name") == ["c", "b", "a"])
    }

    @Test func `the roots as text take names and labels, too`() {
        _ = client.create(#"{"name":"deploy.web"}"#)
        _ = client.create(#"{"name":"nightly","labels":{"team":"data"}}"#)

        #expect(client.get("/progress.txt?name=deploy.*").text.contains("nightly") == false)
        #expect(client.get("/progress.txt?name=deploy.*").text.contains("deploy.web"))
        #expect(client.get("/progress.txt?label=team").text.contains("deploy.web") == false)
        #expect(client.get("/progress.txt?q=x").problem == "unknown-parameter")
    }

    @Test func `64 names and 64 labels pass, one more does not`() {
        for parameter in ["name", "label"] {
            let most = (0..<64).map { "\(parameter)=n\($0)" }.joined(separator: "&")

            #expect(client.get("/v1/progress?\(most)").status == 200)
            for path in ["/v1/progress", "/v1/events", "/progress.txt"] {
                let refused = client.get("\(path)?\(most)&\(parameter)=n64")
                #expect(refused.problem == "invalid-parameter")
                #expect(
                    refused.json.detail.string == "The parameter \(parameter) comes 65 times; at most 64 are taken."
                )
            }
        }
    }

    @Test(arguments: [
        ("name=", "name"), ("name=-a", "name"), ("name=a*b", "name"), ("name=a**", "name"), ("name=%C3%A4", "name"),
        ("name=00000000-0000-0000-0000-000000000001", "name"), ("label=", "label"), ("label=!", "label"),
        ("q=\(String(repeating: "a", count: 257))", "257 bytes"), ("createdSince=now", "createdSince"),
        ("sort=", "sort"), ("sort=size", "-duration"), ("sort=-remaining", "sort"), ("sort=NAME", "sort"),
    ])
    func `what cannot be asked for is refused with the parameter and its limits`(query: String, named: String) {
        let reply = client.get("/v1/progress?\(query)")

        #expect(reply.status == 400)
        #expect(reply.problem == "invalid-parameter")
        #expect(reply.json.detail.string?.contains(named) == true)
    }

    @Test func `one value counts of q, sort and createdSince`() {
        for query in [
            "q=a&q=a", "sort=name&sort=name", "createdSince=2026-03-01T02:00:00Z&createdSince=2026-03-01T02:00:00Z",
        ] {
            #expect(client.get("/v1/progress?\(query)").problem == "invalid-parameter", "\(query)")
        }
    }
}
