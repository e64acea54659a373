import Platform
import ProgressLog
import TestSupport
import Testing

@testable import ProgressPostgres

/// Names of hosts, which a resolver may take long to find, or never.
@Suite struct HostResolverTests {
    @Test func `a name is looked up once while that is under way, and what is found is taken once`() {
        let (gate, counter) = (Bell(), Lock(0))
        let resolver = HostResolver { host in
            counter.withLock { $0 += 1 }
            gate.wait(until: .max - 1)
            return .success(["192.0.2.1", host])
        }

        resolver.begin("database")
        resolver.begin("database")
        #expect(resolver.take("database") == nil)
        gate.ring()
        var found: Result<[String], LookupFailure>?
        let isFound = eventually {
            found = resolver.take("database")
            return found != nil
        }

        #expect(isFound && found == .success(["192.0.2.1", "database"]))
        #expect(resolver.take("database") == nil)
        #expect(counter.withLock { $0 } == 1)
    }

    @Test func `a resolver that says nothing keeps nobody beyond the deadline`() throws {
        let gate = Bell()
        defer { gate.ring() }
        let resolver = HostResolver { _ in
            gate.wait(until: .max - 1)
            return .success([])
        }
        let address = try PostgresAddress("postgres://anybody@database.example/progress")
        var race = try ConnectRace(address, Libpq.load(), resolver, first: 0)

        let begin = MonotonicClock.now()
        let failure = #expect(throws: LogFailure.self) { _ = try race.run(by: begin + 100_000_000) }

        #expect(MonotonicClock.now() - begin < 5_000_000_000)
        #expect(failure?.description.contains("the name of the host database.example was not resolved in time") == true)
    }

    @Test func `a name that does not exist is said in the system's words`() throws {
        let resolver = HostResolver { _ in .failure(LookupFailure(text: "Name or service not known")) }
        let address = try PostgresAddress("postgres://anybody@database.example/progress")
        var race = try ConnectRace(address, Libpq.load(), resolver, first: 0)

        let failure = #expect(throws: LogFailure.self) { _ = try race.run(by: .soon) }

        #expect(failure?.description.contains("database.example cannot be resolved: Name or service not known") == true)
    }

    @Test func `the name stays beside its addresses, for certificates and passwords`() throws {
        let address = try PostgresAddress("postgres://anybody@one,two/progress?port=1,2")

        let options = address.attempt(1, at: ["192.0.2.1", "2001:db8::1"])

        #expect(options.first { $0.keyword == "host" }?.value == "two,two")
        #expect(options.first { $0.keyword == "hostaddr" }?.value == "192.0.2.1,2001:db8::1")
        #expect(options.first { $0.keyword == "port" }?.value == "2")
    }

    @Test(arguments: ["192.0.2.1", "[2001:db8::1]", "", "one?hostaddr=192.0.2.1", "?host=/run/postgresql"])
    func `a numeric address and a socket are not looked up`(place: String) throws {
        let address = try PostgresAddress(
            "postgres://anybody@\(place.prefix { $0 != "?" })/progress\(place.drop { $0 != "?" })"
        )

        #expect(address.names == [nil])
    }

    @Test func `the system's resolver finds localhost`() throws {
        let resolver = HostResolver()
        resolver.begin("localhost")
        var found: [String] = []
        let isFound = eventually {
            found = (try? resolver.take("localhost")?.get()) ?? []
            return !found.isEmpty
        }

        #expect(isFound && (found.contains("127.0.0.1") || found.contains("::1")))
    }
}
