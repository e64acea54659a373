import ProgressParsers
import Testing

/// Numbers that say how a system, a test or a model is doing.
struct StatusTests {
    @Test(
        arguments: [
            "| 3@%   27C    P0    51W / 400W |    @45MiB / 40960MiB |      @%      Default |\n",
            "| @3%   27C    P8    N/A /  N/A |    @45MiB /  4096MiB |      @%      Default |\n",
            "web-0   @/4     Running   0          5s\n", "kube-system   web-0   @/4   Pending   3   2d\n",
            "web-0   @/4   Init:0/1   0   5s\n", "a.go:1@:\tNew\t6@.7%\n", "a.go:1@: New 6@.7%\n",
            "a.py 120 10 40 5 8@%\n", "a.cpp 100 8@ 8@%\n", "Images  5  2  1.2GB  300MB (2@%)\n",
            "RAM:  123456 B  1 MB  1@.77%\n", "/dev/a: clean, @2345/128016 files, @234/512000 blocks\n",
            "Recovered........: @/100 (@.00%) Digests\n", "Heap size: @00MB/512MB\n", "@/10 VUs, 9 complete\n",
            "Accuracy: 9@00/10000 (9@%)\n", "Loss: @/10 (1@%)\n", "a-0   @/4   Running   0   5s   10.0.0.7   node-1\n",
            "a-0   @/4   CrashLoopBackOff   1 (5m ago)   2d3h\n", "web   @/4   4   @   5s\n",
            "Lines executed:8@.71% of 7\n", "Branches     : @0% ( @/10 )\n", "|| src/a.rs: @/10\n",
            "RAM:   [=    ]   @.9% (used 291 bytes from 327 bytes)\n",
            "Sketch uses 92@ bytes (2@%) of program storage space.\n", "1.234 KiB - @5.6% = 0.671 KiB\n",
        ]
    )
    func `memory, workers, coverage and scores are none`(line: String) {
        let text = (1...3).map { line.replacing("@", with: "\($0)") }.joined()

        #expect(readings(text).isEmpty)
        #expect(readings(text + "10% a\n20% a\n").map(\.completed) == [20])
    }

    @Test func `of k6 the percentage counts`() {
        let text = (2...4).map { n in
            "running (0m0\(n).0s), \(n)/10 VUs, 9 complete\ndefault   [  1\(n)% ] \(n)/10 VUs  0m0\(n).0s/1m00.0s\n"
        }

        #expect(readings(text.joined()).map(\.completed) == [13, 14])
    }

    @Test(
        arguments: [
            ("3/10 Running tests\n4/10 Running tests\n", 4), ("epoch 3/10 Loss: 5 12s\nepoch 4/10 Loss: 5 12s\n", 4),
            ("3/10 0.51 0.31 12s\n4/10 0.51 0.31 12s\n", 4), ("1 2 30%\n1 2 40%\n", 40),
            ("| a | 3MiB / 10MiB |\n| a | 4MiB / 10MiB |\n", 4 << 20),
        ] as [(String, Int64)]
    )
    func `what looks like them and is none counts`(text: String, completed: Int64) {
        #expect(readings(text).last?.completed == completed)
    }

    @Test func `a score after each epoch is not the whole`() {
        let text = (1...3).map { epoch in
            [0, 20, 40].map { "Train Epoch: \(epoch) [\($0)/60 (\($0 * 100 / 60)%)] Loss: 0.5\n" }.joined()
                + "Test set: Accuracy: 9\(epoch)00/10000 (9\(epoch)%)\n"
        }

        #expect(readings(text.joined()).allSatisfy { $0.total == 60 && $0.parts.isEmpty })
    }

    @Test func `a percentage around counts that begin again is the whole`() {
        let text = (0...4).map { step in
            (1...5).map { "chunk \($0)/5\n" }.joined() + "Overall \(step * 10)%\n"
        }

        let last = readings(text.joined()).last

        #expect(last?.completed == 40 && last?.total == 100)
    }
}
