import ProgressStore
import ProgressTelemetry

extension MetricsPage {
    mutating func write(_ storage: StorageReading) {
        text.begin(
            "progressd_storage_save_duration_seconds",
            .histogram,
            "Time to write and sync a group of changes."
        )
        text.samples([], storage.syncs)
        text.write(
            "progressd_storage_delay_seconds",
            .gauge,
            "Age of the oldest change that may not be safe on disk.",
            storage.delay,
            scale: 3
        )
        text.write(
            "progressd_storage_waiting_replies",
            .gauge,
            "Replies waiting until their change is safe.",
            storage.waitingReplies
        )
        text.write(
            "progressd_storage_refusing",
            .gauge,
            "1 while writes are refused because the disk is full or failing.",
            storage.isRefusing ? 1 : 0
        )
    }
}
