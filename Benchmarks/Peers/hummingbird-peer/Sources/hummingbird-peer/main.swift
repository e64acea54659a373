// A peer as a Swift team would write it: Hummingbird, an actor and Codable, on one event loop. `hummingbird-peer PORT`

import Hummingbird
import Logging
import NIOPosix

struct Count: Decodable {
    let count: Int64
}

let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
let store = ProgressStore()
let router = Router()

router.post("v1/progress") { _, _ in
    let snapshot = await store.create()
    return EditedResponse(status: .created, headers: [.location: "/v1/progress/\(snapshot.id)"], response: snapshot)
}

router.post("v1/progress/:id/completed-units") { request, context in
    let body = try await request.decode(as: Count.self, context: context)
    guard let snapshot = try await store.complete(context.parameters.require("id"), by: body.count) else {
        throw HTTPError(.notFound)
    }
    return snapshot
}

router.get("v1/progress/:id/events") { _, context in
    guard let events = try await store.events(of: context.parameters.require("id")) else { throw HTTPError(.notFound) }
    let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
    return Response(status: .ok, headers: headers, body: .init(asyncSequence: events))
}

var logger = Logger(label: "hummingbird-peer")
logger.logLevel = .error
let application = Application(
    router: router,
    configuration: .init(address: .hostname("127.0.0.1", port: port), backlog: 4096),
    eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: 1)),
    logger: logger
)
// A signal ends it at once: handlers of streams notice that their readers are gone only when they write.
try await application.runService(gracefulShutdownSignals: [])
