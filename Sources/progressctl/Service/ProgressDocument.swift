import FoundationEssentials
import ProgressClient

/// A progress as the service wrote it, which is passed on as it is.
enum ProgressDocument {
    /// What every progress has had in every version.
    private struct Sign: Decodable {
        let localizedDescription: String
    }

    /// - Throws: `ServiceError.unreadable` where something else has answered.
    static func checked(_ data: Data) throws -> Data {
        _ = try ServiceCoding.decode(Sign.self, from: data)
        return data
    }
}
