/// What any thread may ask of the thread that transfers.
enum TransferOrder: Sendable {
    case start(Transfer)
    case cancel(UInt64)
    case resume(UInt64)
}
