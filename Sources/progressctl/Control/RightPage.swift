import FoundationEssentials
import ProgressTerminal

/// A page of the rights that were given out, or of unclaimed reservations.
struct RightPage: Decodable {
    var items: [Item]
    var nextCursor: String?

    struct Item: Decodable {
        var grantID: String?
        var kind: String?
        var role: String?
        var nodeID: String?
        var nodeName: String?
        var reservationID: String?
        var parentID: String?
        var pendingUnitCount: Int64?
        var createdAt: Date?
        var expiresAt: Date?
        var by: Maker?
    }

    struct Maker: Decodable {
        var role: String
        var user: String?
        var grantID: String?
    }
}

extension RightPage.Item {
    /// The columns for people: id, kind, role or units, progress, times, and who made it.
    var fields: [String] {
        let what = kind ?? "reservation"
        let much = role ?? pendingUnitCount.map { "\($0) units" } ?? ""
        let node = nodeName ?? nodeID ?? parentID ?? ""
        let times = [TimeText.text(createdAt) ?? "-", TimeText.text(expiresAt) ?? "-"]
        return [grantID ?? reservationID ?? "", what, much, node] + times + [maker]
    }

    private var maker: String {
        guard let by else { return "-" }
        let with = by.grantID.map { " by \($0)" } ?? ""
        return DisplayText((by.user.map { "\($0), \(by.role)" } ?? by.role) + with, limit: 400).text
    }
}
