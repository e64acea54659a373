/// The statements of the log, each one transaction. Plain SQL, except what `features` has: engines that only speak
/// PostgreSQL's protocol may lack that.
struct Statements {
    struct Features: Equatable {
        /// `set_config` and the setting `synchronous_commit`.
        var hasSynchronousCommit = true
        /// `pg_notify`.
        var hasNotify = true
        /// Write-ahead log with timelines.
        var hasTimeline = true
    }

    /// It has a fixed form, because it is part of the statements.
    let channel: String
    var features = Features()

    /// - Parameter name: of the cluster.
    init(name: String) {
        // FNV-1a; names that share a sum only wake each other.
        let sum = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        channel = "progressd_\(String(sum, radix: 16))"
    }

    /// $1: name.
    var look: String {
        """
        SELECT term, tail, mark, free, address, key, snapshot, current_setting('transaction_read_only'),
            \(features.hasTimeline ? Self.timeline : "0::bigint")
        FROM progressd_office WHERE name = $1
        """
    }

    /// The first eight digits of the name of the file that is written; a standby has none.
    static let timeline = """
        CASE WHEN pg_is_in_recovery() THEN 0
            ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint END
        """

    /// $1: name, $2: mark. Where something was written, the row was there before: a new one would take that for nothing.
    let makeRow = """
        INSERT INTO progressd_office (name, term, tail, mark, free, address, key, snapshot)
        SELECT $1, 0, 0, $2, true, '', '', 0
        WHERE NOT EXISTS (SELECT 1 FROM progressd_log WHERE name = $1)
        AND NOT EXISTS (SELECT 1 FROM progressd_snapshot WHERE name = $1)
        ON CONFLICT (name) DO NOTHING
        """

    /// $1: name, $2: mark, $3: address, $4: key, $5: the term, $6: the tail, $7: the mark seen. A row: it was taken.
    var claim: String {
        """
        UPDATE progressd_office SET term = term + 1, mark = $2, address = $3, key = $4, free = false
        WHERE name = (
            SELECT name FROM progressd_office WHERE name = $1 AND term = $5 AND tail = $6 AND mark = $7
            FOR UPDATE SKIP LOCKED
        ) RETURNING \(safely), \(notify)
        """
    }

    /// $1: name, $2: number, $3: mark, $4 to $6: the holder, $7: tail, $8: whether it hands over, $9: bytes. A row: it was
    /// appended.
    var append: String {
        """
        WITH moved AS (
            UPDATE progressd_office SET tail = $2, mark = $3, free = free OR $8
            WHERE name = $1 AND \(isHeld(by: 4)) AND tail = $7 RETURNING name
        ), added AS (
            INSERT INTO progressd_log (name, n, term, bytes) SELECT name, $2, $4, $9 FROM moved RETURNING n
        )
        SELECT \(safely), \(notify) FROM added
        """
    }

    /// $1: name, $2: mark, $3 to $5: the holder, $6: tail. A row: it counts.
    var beat: String {
        """
        UPDATE progressd_office SET mark = $2 WHERE name = $1 AND \(isHeld(by: 3)) AND tail = $6 RETURNING \(safely)
        """
    }

    /// Like `beat`, but the row also becomes free.
    var handOver: String {
        """
        UPDATE progressd_office SET mark = $2, free = true WHERE name = $1 AND \(isHeld(by: 3)) AND tail = $6
        RETURNING \(safely), \(notify)
        """
    }

    /// $1: name, $2: the number before, $3: bytes. The lengths are known without reading the bytes.
    let read = """
        SELECT n, term, bytes FROM (
            SELECT n, term, bytes, sum(octet_length(bytes)) OVER (ORDER BY n) AS total, row_number() OVER (ORDER BY n) AS place
            FROM (SELECT n, term, bytes FROM progressd_log WHERE name = $1 AND n > $2 ORDER BY n LIMIT 500) AS next
        ) AS summed WHERE total <= $3 OR place = 1 ORDER BY n
        """

    /// $1: name, $2: number, $3: part, $4: bytes, $5 to $7: the holder. A row: it was saved. The lock keeps others from
    /// claiming meanwhile.
    var putPart: String {
        """
        WITH held AS (SELECT name FROM progressd_office WHERE name = $1 AND \(isHeld(by: 5)) FOR SHARE)
        INSERT INTO progressd_snapshot (name, n, part, bytes) SELECT name, $2, $3, $4 FROM held
        ON CONFLICT (name, n, part) DO UPDATE SET bytes = excluded.bytes RETURNING \(safely)
        """
    }

    /// $1: name, $2: number, $3: how many parts, $4 to $6: the holder. A row: it is published.
    var publish: String {
        """
        UPDATE progressd_office SET snapshot = $2 WHERE name = $1 AND \(isHeld(by: 4))
        AND (SELECT count(*) FROM progressd_snapshot WHERE name = $1 AND n = $2 AND part < $3) = $3 RETURNING \(safely)
        """
    }

    /// $1: name, $2: how many. The parts of snapshots before the published one.
    let trimParts = """
        DELETE FROM progressd_snapshot WHERE name = $1 AND (n, part) IN (
            SELECT n, part FROM progressd_snapshot WHERE name = $1
            AND n < (SELECT snapshot FROM progressd_office WHERE name = $1) ORDER BY n, part LIMIT $2
        )
        """

    /// $1: name, $2: the last number, $3: how many, $4: with how many bytes before the last one. The lengths are known
    /// without reading the bytes.
    let trimEntries = """
        DELETE FROM progressd_log WHERE name = $1 AND n IN (
            SELECT n FROM (
                SELECT n, sum(octet_length(bytes)) OVER (ORDER BY n) - octet_length(bytes) AS before
                FROM (
                    SELECT n, bytes FROM progressd_log WHERE name = $1 AND n <= $2
                    AND n <= (SELECT snapshot FROM progressd_office WHERE name = $1) ORDER BY n LIMIT $3
                ) AS next
            ) AS summed WHERE before < $4
        )
        """

    /// $1: name, $2: number, $3: part.
    let readPart = "SELECT bytes FROM progressd_snapshot WHERE name = $1 AND n = $2 AND part = $3"

    /// The condition that the row has a holder: the term, address and key from that parameter on.
    func isHeld(by first: Int) -> String {
        "term = $\(first) AND address = $\(first + 1) AND key = $\(first + 2)"
    }

    /// For this transaction alone, so that it holds through a pooler: `on`, unless the session has what is stronger.
    var safely: String {
        features.hasSynchronousCommit
            ? """
            set_config('synchronous_commit',
                CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)
            """ : "1"
    }

    /// For this transaction alone: it does not wait for the disk, or for a standby's.
    var unsafely: String { features.hasSynchronousCommit ? "set_config('synchronous_commit', 'off', true)" : "1" }

    private var notify: String { features.hasNotify ? "pg_notify('\(channel)', '')" : "1" }
}
