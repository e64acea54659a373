import MicroHTTPD

extension Route {
    func kind(_ method: Method) -> CallKind {
        let operation = operation(method)
        return CallKind(requestClass: requestClass(writes: operation != nil), operation: operation, pattern: pattern)
    }

    private func requestClass(writes: Bool) -> RequestClass {
        switch self {
        case .progressEvents, .events: .stream
        case .batch: .batch
        case .health, .readiness, .metrics, .contract, .dashboard, .asset, .page, .problemPage: .other
        default: writes ? .write : .read
        }
    }

    private func operation(_ method: Method) -> WriteOperation? {
        switch (self, method) {
        case (.progressList, .post): .create
        case (.children, .post): .createChild
        case (.progress, .put): .put
        case (.progress, .patch): .patch
        case (.progress, .delete): .remove
        case (.completedUnits, .post): .completedUnits
        case (.heartbeat, .post): .heartbeat
        case (.cancel, .post): .cancel
        case (.pause, .post): .pause
        case (.resume, .post): .resume
        case (.fail, .post): .fail
        case (.reservations, .post): .reserve
        case (.reservation, .delete): .resign
        case (.grants, .post): .grant
        case (.grant, .delete): .revoke
        case (.session, .post): .openSession
        case (.session, .delete): .closeSession
        default: nil
        }
    }

    var pattern: StaticString {
        switch self {
        case .progressList: "/v1/progress"
        case .progress: "/v1/progress/{id}"
        case .tree: "/v1/progress/{id}/tree"
        case .children: "/v1/progress/{id}/children"
        case .completedUnits: "/v1/progress/{id}/completed-units"
        case .heartbeat: "/v1/progress/{id}/heartbeat"
        case .reservations: "/v1/progress/{id}/reservations"
        case .cancel: "/v1/progress/{id}/cancel"
        case .pause: "/v1/progress/{id}/pause"
        case .resume: "/v1/progress/{id}/resume"
        case .fail: "/v1/progress/{id}/fail"
        case .progressEvents: "/v1/progress/{id}/events"
        case .grants: "/v1/progress/{id}/grants"
        case .events: "/v1/events"
        case .reservation: "/v1/reservations/{token}"
        case .grant: "/v1/grants/{grantID}"
        case .session: "/v1/session"
        case .batch: "/v1/batch"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .metrics: "/metrics"
        case .contract: "/openapi.yaml"
        case .dashboard: "/"
        case .asset: "/{asset}"
        case .page: "/progress/{id}"
        case .badge: "/progress/{id}.svg"
        case .problemPage: "/problems/{slug}"
        }
    }
}
