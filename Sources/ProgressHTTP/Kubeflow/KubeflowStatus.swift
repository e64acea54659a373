import ProgressWire

/// Replies as Kubeflow's own server gives them.
enum KubeflowStatus {
    /// The status is repeated, as a server of Kubernetes does with what it has stored.
    static func write(_ status: TrainerStatus, _ answer: Answer) {
        answer.body.appendJSON(.object(["trainerStatus": .object(status.sent)]))
    }

    /// Makes a `Status` of Kubernetes out of a problem. A wrong token is 403.
    static func rewrite(_ answer: Answer) {
        if answer.status == 401 { answer.status = 403 }
        answer.authenticate = []
        answer.contentType = "application/json"
        let detail = InnerCaller.object(answer.body)?["detail"]?.text ?? "The status was refused."
        answer.body.removeAll()
        answer.body.appendJSON(
            .object([
                "kind": .string("Status"), "apiVersion": .string("v1"), "metadata": .object(JSONObject()),
                "status": .string("Failure"), "message": .string(detail), "reason": .string(reason(answer.status)),
                "code": .number(Int64(answer.status)),
            ])
        )
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 400: "BadRequest"
        case 403: "Forbidden"
        case 404: "NotFound"
        case 409: "Conflict"
        case 415: "UnsupportedMediaType"
        case 422: "Invalid"
        case 429: "TooManyRequests"
        case 503: "ServiceUnavailable"
        default: "InternalError"
        }
    }
}
