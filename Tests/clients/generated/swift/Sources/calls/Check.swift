import Foundation
import OpenAPIClient

/// Calls of a program that uses the generated client, each answer compared; the first flaw ends it.
enum Check {
    struct Flaw: Error, CustomStringConvertible {
        let description: String
    }

    static func equal<Value: Equatable>(_ value: Value, _ wanted: Value, line: Int = #line) throws {
        guard value == wanted else { throw Flaw(description: "line \(line): \(value) is not \(wanted)") }
    }

    /// The body of an answer, which the generated client makes optional; a flaw if it is missing.
    static func present<Value>(_ value: Value?, line: Int = #line) throws -> Value {
        guard let value else { throw Flaw(description: "line \(line): the answer has no body") }
        return value
    }

    /// The call fails with this status, and a problem of this type where there is one.
    static func refused<Value>(
        _ status: Int,
        _ slug: String? = nil,
        line: Int = #line,
        _ call: () async throws(ErrorResponse) -> Value
    ) async throws {
        do throws(ErrorResponse) {
            _ = try await call()
        } catch {
            guard case .error(let found, let data, _, _) = error else { return }
            try equal(found, status, line: line)
            guard let slug else { return }
            try equal(
                try JSONDecoder().decode(Problem.self, from: data ?? Data()).type,
                "/problems/\(slug)",
                line: line
            )
            return
        }
        throw Flaw(description: "line \(line): the call succeeded; \(status) was expected")
    }
}

extension Response {
    var directive: String? { header["Progress-Directive"] }
}
