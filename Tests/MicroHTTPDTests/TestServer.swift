@testable import MicroHTTPD

typealias TestServer = TestReactor<EchoApplication>

extension TestReactor where App == EchoApplication {
    convenience init(_ change: (inout ReactorConfiguration) -> Void = { _ in }) throws {
        var configuration = ReactorConfiguration()
        change(&configuration)
        try self.init(configuration) { EchoApplication($0, $1) }
    }
}
