import CAssets
import ProgressCore
import ProgressRegistry
import ProgressWire

extension Endpoints {
    /// What is not about one progress's numbers: health, metrics, the contract, pages.
    func staticContent(_ route: Route, _ request: APIRequest, _ answer: Answer) throws(RequestError) {
        switch route {
        case .health:
            answer.contentType = "text/plain; charset=utf-8"
            answer.cacheControl = "no-store"
            answer.body.append("ok\n")
        case .readiness:
            answer.cacheControl = "no-store"
            if let refusal = service.readiness.refusal { throw refusal }
            answer.contentType = "text/plain; charset=utf-8"
            answer.body.append("ready\n")
        case .contract:
            answer.contentType = "application/yaml"
            answer.cacheControl = "public, max-age=300"
            answer.body.append(progressd_asset_openapi)
        case .dashboard: serve(Asset.page, request, answer)
        case .asset(let asset): serve(asset, request, answer)
        case .page(let node):
            if case .impossible = node { throw .nothingHere }
            // Where tokens are needed the page says nothing of what there is; its own requests will.
            if !service.requiresTokens {
                _ = try registry.enter(from: reactor) { registry throws(RequestError) in
                    registry.tree.id(of: try registry.find(node))
                }
            }
            serve(Asset.page, request, answer)
        case .problemPage(let slug):
            guard let type = ProblemType(rawValue: slug) else { throw .nothingHere }
            answer.contentType = "text/html; charset=utf-8"
            answer.cacheControl = "public, max-age=3600"
            answer.contentSecurityPolicy = "default-src 'none'; style-src 'self'; frame-ancestors 'none'"
            answer.body.append(contentsOf: ProblemPages.page(type))
        default: throw .nothingHere
        }
    }

    /// With the policy of the page also on what it loads: a worker obeys that of its own file.
    private func serve(_ asset: Asset, _ request: APIRequest, _ answer: Answer) {
        answer.cacheControl = "no-cache"
        answer.contentSecurityPolicy = ProgressPage.contentSecurityPolicy
        answer.etag = asset.etag
        answer.isForAnyOrigin = asset.isForAnyOrigin
        answer.contentType = asset.contentType
        if request.withListHeader("if-none-match", { EntityTag.matches($0, asset.etag) }) {
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
