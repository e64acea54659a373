import TestKit

extension EventStream {
    /// Reads to the first event that shows so many completed units.
    func reaches(_ count: Int64) -> Bool {
        events { $0.data.completedUnitCount.int == count }.last?.data.completedUnitCount.int == count
    }
}
