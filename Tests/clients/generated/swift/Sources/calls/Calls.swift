import Foundation
import OpenAPIClient

/// The calls of a worker and of those who watch it, by the client that openapi-generator made: `calls <url>`
@main
struct Calls {
    static func main() async {
        OpenAPIClientAPIConfiguration.shared.basePath = CommandLine.arguments[1]
        do {
            for part in [
                createAndChange, begin, compose, setAside, control, end, waitForNews, watch, askTheService,
            ] {
                try await part()
            }
            print("passed")
        } catch {
            print(error)
            exit(1)
        }
    }

    static func createAndChange() async throws {
        let created = try await ProgressAPI.createProgressWithRequestBuilder(
            newProgress: NewProgress(name: "import", totalUnitCount: .max, labels: ["job": "4711"])
        ).execute()
        try Check.equal(created.statusCode, 201)
        try Check.equal(created.directive, "run")
        let patched = try await ProgressAPI.changeProgress(
            id: "import",
            progressPatch: ProgressPatch(completedUnitCount: .max / 2 + 1)
        )
        try Check.equal(patched?.fractionCompleted, 0.5)
        try Check.equal(patched?.name, "import")
        let quiet = try await ProgressAPI.changeProgressWithRequestBuilder(
            id: "import",
            progressPatch: ProgressPatch(totalUnitCount: 10, completedUnitCount: 1),
            prefer: "return=minimal"
        ).execute()
        try Check.equal(quiet.statusCode, 204)
        try Check.equal(quiet.directive, "run")
        for _ in 0..<2 {
            let units = CompletedUnits(count: 3, writer: "worker", sequence: 1)
            let added = try await ReportingAPI.completeUnits(id: "import", completedUnits: units)
            try Check.equal(added?.completedUnitCount, 4)
        }
        let read = try await ProgressAPI.getProgress(id: Check.present(created.body).id.uuidString, summary: true)
        try Check.equal(read.labels, ["job": "4711"])
        try Check.equal(read.summary?.nodeCounts.running, 1)
        try await ProgressAPI.removeProgress(id: "import", pending: .release)
        try await Check.refused(404, "not-found") { () throws(ErrorResponse) in
            try await ProgressAPI.getProgress(id: "import")
        }
    }

    static func begin() async throws {
        let body = NewNamedProgress(totalUnitCount: 4)
        let first = try await ProgressAPI.createNamedProgressWithRequestBuilder(id: "nightly", newNamedProgress: body)
            .execute()
        let again = try await ProgressAPI.createNamedProgressWithRequestBuilder(id: "nightly", newNamedProgress: body)
            .execute()
        try Check.equal([first.statusCode, again.statusCode], [201, 200])
        try await Check.refused(409, "name-taken") { () throws(ErrorResponse) in
            try await ProgressAPI.createProgress(newProgress: NewProgress(name: "nightly"))
        }
        let new = try await ProgressAPI.createNamedProgress(id: "nightly", newNamedProgress: body, run: .new)
        let runs = try await ProgressAPI.listRuns(id: "nightly").items
        try Check.equal(runs.map(\.run), [2, 1])
        try Check.equal(runs.first?.id, new?.id)
        try Check.equal(runs.last?.failure?.code, "replaced")
        let opened = try await ProgressAPI.getRun(id: "nightly", runID: runs[1].id)
        try Check.equal(opened.omittedStepCount, 0)
        try await ProgressAPI.forgetRuns(id: "nightly")
        let late = try await ProgressAPI.changeProgress(
            id: "late",
            progressPatch: ProgressPatch(completedUnitCount: 1),
            create: true
        )
        try Check.equal(late?.totalUnitCount, -1)
    }

    static func compose() async throws {
        let root = try Check.present(
            await ProgressAPI.createProgress(newProgress: NewProgress(totalUnitCount: 10))
        )
        let other = try Check.present(
            await ProgressAPI.createProgress(newProgress: NewProgress(totalUnitCount: 1, completedUnitCount: 1))
        )
        let id = root.id.uuidString
        let child = try await CompositionAPI.addChild(
            id: id,
            addChildRequest: .typeNewChild(NewChild(pendingUnitCount: 4, totalUnitCount: 2))
        )
        let joined = try await CompositionAPI.addChildWithRequestBuilder(
            id: id,
            addChildRequest: .typeExistingChild(ExistingChild(childID: other.id, pendingUnitCount: 2))
        ).execute()
        try Check.equal(joined.statusCode, 200)
        let page = try await CompositionAPI.listChildren(id: id, limit: 1)
        let rest = try await CompositionAPI.listChildren(id: id, cursor: page.nextCursor)
        let tree = try await ProgressAPI.getTree(id: id, depth: 1)
        try Check.equal((page.items + rest.items).map(\.id), tree.children?.map(\.id) ?? [])
        try Check.equal(tree.children?.map { Optional($0.id) }, [child?.id, other.id])
        try Check.equal(tree.completedUnitCount, 2)
    }

    static func setAside() async throws {
        let root = try Check.present(
            await ProgressAPI.createProgress(newProgress: NewProgress(totalUnitCount: 10))
        )
        let id = root.id.uuidString
        let claimed = try await CompositionAPI.reserveUnits(
            id: id,
            newReservation: NewReservation(pendingUnitCount: 1)
        )
        let child = try Check.present(
            await ProgressAPI.createProgress(newProgress: NewProgress(), progressReservation: claimed.token)
        )
        try Check.equal(child.parentID, root.id)
        let resigned = try await CompositionAPI.reserveUnits(
            id: id,
            newReservation: NewReservation(pendingUnitCount: 2)
        )
        let open = try await CompositionAPI.listReservations().items
        try Check.equal(open.map(\.reservationID).contains(resigned.reservationID), true)
        try await CompositionAPI.resignReservation(token: resigned.token)
        try Check.equal(try await ProgressAPI.getProgress(id: id).completedUnitCount, 2)
        let grant = try await AccessAPI.grantAccess(id: id, newGrant: NewGrant(role: .viewer, expiresIn: 60))
        try Check.equal(try await AccessAPI.listGrants(node: id).items.map(\.grantID), [grant.grantID])
        try await AccessAPI.revokeGrant(grantID: grant.grantID)
    }
}
