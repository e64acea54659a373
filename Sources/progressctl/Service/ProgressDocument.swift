import FoundationEssentials
import ProgressClient

/// A progress as the service wrote it, to be passed on unchanged.
enum ProgressDocument {
    /// A member that every progress has had in every version.
    private struct Sign: Decodable {
        let localizedDescription: String
    }

    /// - Throws: `ServiceError.unreadable` if something else has answered.
    static func checked(_ data: Data) throws -> Data {
        _ = try ServiceCoding.decode(Sign.self, from: data)
        return data
    }
}
