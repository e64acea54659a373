import Foundation
import ProgressClient
import Testing

/// One grammar for all clients.
struct AddressTests {
    private struct Row: Decodable {
        let address: String
        /// The service that it means.
        let url: String?
        /// The part of it that may be shown if it is refused.
        let refusal: String?
    }

    @Test func `an address means the same service to every client, or none`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../clients/addresses.json")
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))

        #expect(rows.count > 30)
        for row in rows {
            #expect(ServiceAddress.service(row.address)?.absoluteString == row.url, "\(row.address)")
            if let refusal = row.refusal { #expect(ServiceAddress.shown(row.address) == refusal, "\(row.address)") }
        }
    }
}
