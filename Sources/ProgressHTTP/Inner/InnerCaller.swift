import MicroHTTPD
import Platform
import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// Makes calls of the service for one request that speaks another protocol, with its rights and in its language. On its
/// reactor's thread only; it holds no part of the exchange, so a watch may keep it.
final class InnerCaller {
    private let maker: any CallMaker
    private let permit: Permit?
    private let user: String?
    private let client: PeerAddress?
    private let language: (name: String, value: String)
    private let readsAtOnce: Bool
    /// The answer to the last call.
    let answer = Answer()
    /// Path, query and body of the last call, which points into them as others point into an exchange.
    private var texts: [Text] = []

    /// - Parameter readsAtOnce: whether no call takes several slices for its body.
    init(_ request: APIRequest, _ maker: any CallMaker, readsAtOnce: Bool = false) {
        self.maker = maker
        self.readsAtOnce = readsAtOnce
        permit = request.permit
        user = maker.service.user(of: request)
        client = maker.service.client(of: request)
        language = ("Accept-Language", request.head.language.tag.description)
    }

    /// Answers `call` into `answer`.
    /// - Parameter conditions: fields of its head that it is made under.
    /// - Returns: what is left to do, if it takes several slices; end it before the next call.
    func make(_ call: InnerCall, under conditions: [(name: String, value: String)] = []) -> (any LongAnswer)? {
        let headers = LineHeaders([language] + conditions)
        texts = [Text(call.path), Text(call.query ?? []), Text(call.body)]
        let query = call.query == nil ? nil : texts[1].bytes
        return make(call.method, texts[0].bytes, query, UnsafeRawBufferPointer(texts[2].bytes), headers)
    }

    private func make(
        _ method: Method,
        _ path: UnsafeBufferPointer<UInt8>,
        _ query: UnsafeBufferPointer<UInt8>?,
        _ body: UnsafeRawBufferPointer,
        _ headers: LineHeaders
    ) -> (any LongAnswer)? {
        let now = maker.service.clock.now()
        do throws(RequestError) {
            let headCount = path.count + (query.map { $0.count + 1 } ?? 0) + headers.byteCount
            if headCount > LineLimits.headBytes { throw .headTooLarge(.bytes(limit: LineLimits.headBytes)) }
            let head = try maker.head(ofLine: .line(headers), method, path: path, query: query)
            var request = APIRequest(head, path: path, body: body, headers: .line(headers), now: now)
            request.permit = permit
            request.userOfBatch = user
            request.clientOfBatch = client
            request.isLast = true
            request.isReadAtOnce = readsAtOnce
            guard case .continues(let long) = maker.respond(to: &request, into: answer) else { return nil }
            return long
        } catch {
            maker.writeProblem(error, path: path, answer)
            return nil
        }
    }

    /// A larger body is not read, because that is one step: 40 million instructions for so many bytes.
    static let readableByteCount = 512 << 10

    /// A body as an object; nil if it is no object, or too large. Trees may be deep; the reader does not recurse.
    static func object(_ body: [UInt8], upTo byteCount: Int = readableByteCount) -> JSONObject? {
        guard body.count <= byteCount, case .object(let object)? = try? JSONReader.parse(body, depthLimit: 1 << 21)
        else { return nil }
        return object
    }

    /// Whether a snapshot says that the work has ended.
    static func hasEnded(_ snapshot: JSONObject) -> Bool {
        let state = snapshot["state"]?.text
        return ProgressState.allCases.contains { $0.isEnded && $0.name.description == state }
    }
}

/// Bytes that stay where they are.
private final class Text {
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ text: [UInt8]) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = copy.initialize(from: text)
        bytes = UnsafeBufferPointer(copy)
    }

    deinit { bytes.deallocate() }
}

extension JSONValue {
    /// The text of a string; nil for other values.
    var text: String? { if case .string(let text) = self { text } else { nil } }
}
