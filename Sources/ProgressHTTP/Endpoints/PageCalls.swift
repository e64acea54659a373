import CAssets
import ProgressCore
import ProgressRegistry
import ProgressWire

/// Health, the contract, and pages.
struct PageCalls {
    let service: ServiceContext
    let reactor: Int

    private var registry: ProgressRegistry { service.registry }

    /// A page loads everything from this service, and runs no inline code.
    private static let pagePolicy: StaticString =
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    func health(_ answer: Answer) {
        answer.contentType = "text/plain; charset=utf-8"
        answer.cacheControl = "no-store"
        answer.body.append("ok\n")
    }

    func readiness(_ answer: Answer) throws(RequestError) {
        answer.cacheControl = "no-store"
        if let refusal = service.readiness.refusal { throw refusal }
        answer.contentType = "text/plain; charset=utf-8"
        answer.body.append("ready\n")
    }

    func contract(_ answer: Answer) {
        answer.contentType = "application/yaml"
        answer.cacheControl = "public, max-age=300"
        answer.body.append(progressd_asset_openapi)
    }

    func asset(_ request: APIRequest, _ answer: Answer) {
        if case .asset(let index) = request.head.route.subject { serve(Asset.all[index], request, answer) }
    }

    func dashboard(_ request: APIRequest, _ answer: Answer) { serve(Asset.page, request, answer) }

    /// `/progress/{id}`. If tokens are required, the page reveals nothing: not even whether the progress exists.
    func page(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        if case .impossible = request.node { throw .noSuchPath }
        if !service.requiresTokens {
            _ = try registry.enter(from: reactor) { registry throws(RequestError) in
                registry.tree.id(of: try registry.find(request.node))
            }
        }
        serve(Asset.page, request, answer)
    }

    func problemPage(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        guard case .slug(let slug) = request.head.route.subject, let type = ProblemType(rawValue: slug) else {
            throw .noSuchPath
        }
        answer.contentType = "text/html; charset=utf-8"
        answer.cacheControl = "public, max-age=3600"
        answer.contentSecurityPolicy = "default-src 'none'; style-src 'self'; frame-ancestors 'none'"
        answer.body.append(contentsOf: ProblemPages.page(type))
    }

    /// Sends the page's policy with every asset: a web worker obeys the policy of its own file.
    private func serve(_ asset: Asset, _ request: APIRequest, _ answer: Answer) {
        answer.cacheControl = "no-cache"
        answer.contentSecurityPolicy = Self.pagePolicy
        answer.etag = asset.etag
        answer.isForAnyOrigin = asset.isForAnyOrigin
        answer.contentType = asset.contentType
        if request.isKnown(asset.etag) {
            answer.status = 304
            return
        }
        answer.body.append(contentsOf: asset.bytes)
    }
}

extension [UInt8] {
    /// Appends a baked-in file.
    mutating func append(_ asset: progressd_asset) {
        append(contentsOf: UnsafeBufferPointer(start: asset.bytes, count: asset.count))
    }
}
