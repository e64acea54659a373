import ProgressCore
import Testing

@Suite struct FileAdditionalDescriptionTests {
    @Test func `bytes of bytes, then the rate, then the time`() {
        #expect(Sample.file(419_000, of: 5_300_000).additional == "419 KB of 5.3 MB")
        #expect(
            Sample.file(1_610_000_000, of: 3_220_000_000, throughput: 2_000, time: 120).additional
                == "1.61 GB of 3.22 GB (2 KB/sec) — 2 minutes remaining"
        )
        #expect(
            Sample.file(1_610_000_000, of: 3_220_000_000, throughput: 2_000).additional
                == "1.61 GB of 3.22 GB (2 KB/sec)"
        )
        #expect(
            Sample.file(1_610_000_000, of: 3_220_000_000, time: 120).additional
                == "1.61 GB of 3.22 GB — 2 minutes remaining"
        )
    }

    @Test(arguments: [(0, -1), (0, 0), (-5, 100), (-5, -1)] as [(Int64, Int64)])
    func `nothing counted leaves rate and time`(completed: Int64, total: Int64) {
        let both = Sample.file(completed, of: total, throughput: 1_000, time: 60)

        #expect(both.additional == "1 minute remaining (1 KB/sec)")
        #expect(Sample.file(completed, of: total, throughput: 2_000).additional == "2 KB/sec")
        #expect(Sample.file(completed, of: total, time: 60).additional == "1 minute remaining")
        #expect(Sample.file(completed, of: total).additional == "")
    }

    @Test func `an indeterminate file shows what was counted`() {
        #expect(Sample.file(5_000_000, of: -1).additional == "5 MB")
        #expect(
            Sample.file(5_000_000, of: -1, throughput: 1_000, time: 60).additional
                == "5 MB (1 KB/sec) — 1 minute remaining"
        )
    }

    @Test func `a determinate file shows its bytes also at 0, beyond the total, and of nothing`() {
        #expect(Sample.file(0, of: 5_300_000).additional == "0 bytes of 5.3 MB")
        #expect(Sample.file(2_000, of: 1).additional == "2 KB of 1 byte")
        #expect(Sample.file(1, of: 0).additional == "1 byte of 0 bytes")
    }

    @Test func `both file counts replace the bytes, with the plural of the total`() {
        #expect(Sample.file(5, of: 8, files: (7, 9)).additional == "7 of 9 files")
        #expect(Sample.file(5, of: 8, files: (1, 1)).additional == "1 of 1 file")
        #expect(Sample.file(5, of: 8, files: (1, 2)).additional == "1 of 2 files")
        #expect(Sample.file(5, of: 8, files: (0, 0)).additional == "0 of 0 files")
        #expect(Sample.file(0, of: -1, files: (1_000, 9_999)).additional == "1,000 of 9,999 files")
        #expect(
            Sample.file(5, of: 8, files: (7, 9), throughput: 2_000, time: 120).additional
                == "7 of 9 files (2 KB/sec) — 2 minutes remaining"
        )
    }

    @Test func `one file count alone, or a negative one, leaves the bytes`() {
        #expect(Sample.file(5, of: 8, files: (7, nil)).additional == "5 bytes of 8 bytes")
        #expect(Sample.file(5, of: 8, files: (nil, 9)).additional == "5 bytes of 8 bytes")
        #expect(Sample.file(5, of: 8, files: (-7, 9)).additional == "5 bytes of 8 bytes")
        #expect(Sample.file(5, of: 8, files: (7, -9)).additional == "5 bytes of 8 bytes")
    }

    @Test(
        arguments: [
            (0, "0 bytes/sec"), (-0.0, "0 bytes/sec"), (0.49999999999999994, "0 bytes/sec"), (0.5, "1 byte/sec"),
            (1.4, "1 byte/sec"), (2.5, "3 bytes/sec"), (999.5, "1 KB/sec"), (1_500, "2 KB/sec"), (1e18, "1 EB/sec"),
            (0x1p63, "9.22 EB/sec"), (1e300, "9.22 EB/sec"), (.infinity, "9.22 EB/sec"), (-5, "0 bytes/sec"),
            (.nan, ""),
        ] as [(Double, String)]
    )
    func `the throughput is rounded half up to whole bytes`(throughput: Double, expected: String) {
        #expect(Sample.file(0, of: -1, throughput: throughput).additional == expected)
    }

    @Test func `rate and time are shown while running or indeterminate only`() {
        let running = Sample.file(5, of: 8, throughput: 2_000, time: 60)
        var paused = running
        paused.snapshot.isPaused = true
        var cancelled = running
        cancelled.snapshot.isCancelled = true
        var stalled = running
        stalled.snapshot.isStalled = true
        var failed = running
        failed.details.failure = ProgressDetails.Failure(message: "no disk", code: nil)
        let finished = Sample.file(8, of: 8, throughput: 2_000, time: 60)

        #expect(running.additional == "5 bytes of 8 bytes (2 KB/sec) — 1 minute remaining")
        for sample in [paused, cancelled, stalled, failed] { #expect(sample.additional == "5 bytes of 8 bytes") }
        #expect(finished.additional == "8 bytes of 8 bytes")
    }
}
