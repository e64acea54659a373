import ProgressStore
import ProgressTelemetry

extension MetricsPage {
    mutating func write(_ storage: StorageReading) {
        text.begin(
            "progressd_storage_save_duration_seconds",
            .histogram,
            "How long it took to write and sync a group of changes."
        )
        text.samples([], storage.syncs)
        text.write(
            "progressd_storage_delay_seconds",
            .gauge,
            "Since when there may be changes that are not safe on disk.",
            storage.delay,
            scale: 3
        )
        text.write(
            "progressd_storage_waiting_replies",
            .gauge,
            "Replies that wait until their change is safe.",
            storage.waitingReplies
        )
        text.write(
            "progressd_storage_refusing",
            .gauge,
            "1 as long as writes are refused because the disk is full or failing.",
            storage.isRefusing ? 1 : 0
        )
    }
}
