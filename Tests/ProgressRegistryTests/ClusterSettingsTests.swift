import ProgressRegistry
import Testing

struct ClusterSettingsTests {
    @Test(arguments: [
        (nil, "127.0.0.1", "127.0.0.1:8080"), (nil, "0.0.0.0", "10.1.2.3:8080"), (nil, "::", "10.1.2.3:8080"),
        (nil, "::1", "[::1]:8080"), ("pod-7", "0.0.0.0", "pod-7:8080"), ("10.9.9.9:81", "0.0.0.0", "10.9.9.9:81"),
        ("[fd00::2]", "::", "[fd00::2]:8080"), ("[fd00::2]:81", "::", "[fd00::2]:81"),
        ("fd00::2", "::", "[fd00::2]:8080"),
    ])
    func `replicas are told an address with a port`(advertise: String?, host: String, expected: String) {
        var settings = ClusterSettings()
        settings.advertise = advertise

        let place = settings.advertised(host: host, port: 8080, interface: "10.1.2.3")

        #expect(place == expected)
    }

    @Test func `a machine without a network is reached by loopback`() {
        #expect(ClusterSettings().advertised(host: "0.0.0.0", port: 80, interface: nil) == "127.0.0.1:80")
    }

    @Test func `with a cluster no acknowledged write may be lost unless a setting allows it`() {
        var configuration = Configuration()
        let alone = configuration.durability

        configuration.cluster.url = "postgres://db/progress"
        let together = configuration.durability
        configuration.durability = .interval

        #expect(alone == .interval)
        #expect(together == .commit)
        #expect(configuration.durability == .interval)
    }
}
