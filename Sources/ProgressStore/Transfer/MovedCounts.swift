/// The numbers of records that an export or an import has moved.
package struct MovedCounts: Equatable, CustomStringConvertible {
    package var progresses: Int64 = 0
    package var reservations: Int64 = 0
    package var rights: Int64 = 0
    package var runs: Int64 = 0

    package var description: String {
        "\(progresses) progresses, \(reservations) reservations, \(rights) rights, \(runs) runs"
    }
}
