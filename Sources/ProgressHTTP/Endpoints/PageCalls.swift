import CAssets
import ProgressCore
import ProgressRegistry
import ProgressWire

/// Health, the contract, and pages.
struct PageCalls {
    let service: ServiceContext
    let reactor: Int
    let gatekeeper: Gatekeeper

    private var registry: ProgressRegistry { service.registry }

    /// A page loads everything from this service, and runs no inline code.
    private static let pagePolicy: StaticString =
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    func health(_ answer: Answer) {
        answer.contentType = "text/plain; charset=utf-8"
        answer.cacheControl = "no-store"
        answer.body.append("ok\n")
    }

    func readiness(_ answer: Answer) throws(RequestError) { try tell(service.readinessFacts, \.refusal, answer) }

    func writeReadiness(_ answer: Answer) throws(RequestError) {
        try tell(service.readinessFacts, \.writeRefusal, answer)
    }

    private func tell(
        _ facts: ReadinessFacts,
        _ refusal: KeyPath<ReadinessFacts, RequestError?>,
        _ answer: Answer
    ) throws(RequestError) {
        answer.cacheControl = "no-store"
        if let refusal = facts[keyPath: refusal] { throw refusal }
        answer.contentType = "text/plain; charset=utf-8"
        facts.append(to: &answer.body)
    }

    /// `/openapi.yaml`: for caches it is as its twin in JSON.
    func contract(_ request: APIRequest, _ answer: Answer) {
        answer.cacheControl = "no-cache"
        answer.etag = Self.contractTag
        answer.contentType = "application/yaml"
        if request.isKnown(answer.etag) {
            answer.status = 304
            return
        }
        if let contract = service.files.contract {
            answer.body.append(contentsOf: contract)
        } else {
            answer.body.append(progressd_asset_openapi)
        }
    }

    private static let contractTag = Asset.etag(
        of: UnsafeBufferPointer(start: progressd_asset_openapi.bytes, count: progressd_asset_openapi.count)
    )

    func asset(_ request: APIRequest, _ answer: Answer) {
        guard case .asset(let index) = request.head.route.subject else { return }
        if request.head.route.path == .reference { answer.link = IntroductionCalls.links(below: service.prefix) }
        serve(Asset.all[index], request, answer)
    }

    func dashboard(_ request: APIRequest, _ answer: Answer) {
        answer.link = IntroductionCalls.links(below: service.prefix)
        serve(service.files.list, request, answer)
    }

    /// `/progress/{id}`. A browser gets the page also if the progress is gone, with 404; a caller that may not read
    /// gets the sign-in page, whatever is there.
    func page(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        answer.variesByAccept = true
        guard let refusal = gone(request) else { return serve(service.files.tree, request, answer) }
        if !request.acceptsHTML { throw refusal }
        answer.status = 404
        answer.cacheControl = "no-cache"
        answer.contentSecurityPolicy = Self.pagePolicy
        answer.contentType = Asset.page.contentType
        answer.body.append(contentsOf: service.files.tree.bytes)
    }

    /// Why there is no page, as far as the caller may know it.
    private func gone(_ request: APIRequest) -> RequestError? {
        if case .impossible = request.node { return .noSuchPath }
        var request = request
        guard gatekeeper.mayRead(&request) else { return nil }
        let isHere = registry.enter(from: reactor) { (try? $0.tree.find(request.node)) != nil }
        return isHere ? nil : request.naming(.tree(.notFound))
    }

    func problemPage(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        guard case .slug(let slug) = request.head.route.subject, let type = ProblemType(slug: slug) else {
            throw .noSuchPath
        }
        answer.contentType = "text/html; charset=utf-8"
        answer.cacheControl = "public, max-age=3600"
        answer.contentSecurityPolicy = ProblemPages.policy
        answer.body = service.prefix.placed(inHTML: ProblemPages.page(type))
    }

    private func serve(_ page: DashboardPage, _ request: APIRequest, _ answer: Answer) {
        serve(page.bytes, tagged: page.etag, as: Asset.page.contentType, request, answer)
    }

    /// Sends the page's policy with every asset: a web worker obeys the policy of its own file.
    private func serve(_ asset: Asset, _ request: APIRequest, _ answer: Answer) {
        if asset.isForAnyOrigin { answer.audience = .readAnywhere }
        serve(service.files[asset] ?? asset.bytes, tagged: asset.etag, as: asset.contentType, request, answer)
    }

    private func serve(
        _ bytes: [UInt8],
        tagged etag: [UInt8],
        as contentType: StaticString,
        _ request: APIRequest,
        _ answer: Answer
    ) {
        answer.cacheControl = "no-cache"
        answer.contentSecurityPolicy = Self.pagePolicy
        answer.etag = etag
        answer.contentType = contentType
        if request.isKnown(etag) {
            answer.status = 304
            return
        }
        answer.body.append(contentsOf: bytes)
    }
}

extension [UInt8] {
    /// Appends a baked-in file.
    mutating func append(_ asset: progressd_asset) {
        append(contentsOf: UnsafeBufferPointer(start: asset.bytes, count: asset.count))
    }
}
