package import MicroHTTPD
package import ProgressStreams

extension Resumption {
    /// What the reader already has who asks for a stream.
    /// - Parameter epoch: of this service.
    package init(of exchange: Exchange, epoch: [UInt8]) {
        let query = (try? QueryParameters(exchange.query)) ?? .none
        self.init(Self.lastEventID(of: exchange, query), epoch: epoch)
    }

    /// The id of the last event that it received, by its header or else by the query; nil if it received none.
    static func lastEventID(of exchange: Exchange, _ query: QueryParameters) -> String? {
        let header = CallHeaders.exchange(exchange).text("last-event-id")
        return [header, query["lastEventID"]].compactMap { $0 }.first { !$0.isEmpty }
    }
}
