/// The statements about the members and the form, each one transaction.
extension Statements {
    /// $1: name, $2 to $12: the member. The rows are those of before.
    var announce: String {
        """
        WITH own AS (
            INSERT INTO progressd_members
                (name, id, address, version, reads, writes, term, lease, tokens, settings, mark, seen)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp())
            ON CONFLICT (name, id) DO UPDATE SET address = excluded.address, version = excluded.version,
                reads = excluded.reads, writes = excluded.writes, term = excluded.term, lease = excluded.lease,
                tokens = excluded.tokens, settings = excluded.settings, mark = excluded.mark, seen = excluded.seen
        ), noted AS (
            INSERT INTO progressd_form (name, form, reader, held, allowed, announced)
            VALUES ($1, 1, '', false, 0, CASE WHEN $7 = 1 THEN 1 ELSE 0 END)
            ON CONFLICT (name) DO UPDATE SET announced = $7 WHERE progressd_form.announced = $7 - 1
        )
        SELECT \(lines), \(unsafely) \(members)
        """
    }

    /// $1: name.
    var roster: String { "SELECT \(lines) \(members)" }

    /// $1: name, $2: id.
    var withdraw: String { "DELETE FROM progressd_members WHERE name = $1 AND id = $2" }

    /// $1: name, $2: the form, $3: its reader, $4 to $6: the holder. A row: it may be written. The lock keeps others from
    /// claiming meanwhile.
    var raise: String {
        """
        WITH held AS (SELECT name FROM progressd_office WHERE name = $1 AND \(isHeld(by: 4)) FOR SHARE)
        INSERT INTO progressd_form (name, form, reader, held, allowed, announced)
        SELECT name, $2, $3, false, 0, 0 FROM held
        ON CONFLICT (name) DO UPDATE SET form = excluded.form, reader = excluded.reader
        WHERE progressd_form.form < excluded.form AND NOT progressd_form.held RETURNING \(safely)
        """
    }

    /// $1: name, $2: whether it is held, $3: what is allowed, $4: whether that is not to be done while it is held.
    var order: String {
        """
        INSERT INTO progressd_form (name, form, reader, held, allowed, announced) VALUES ($1, 1, '', $2, $3, 0)
        ON CONFLICT (name) DO UPDATE SET held = excluded.held, allowed = excluded.allowed
        WHERE NOT ($4 AND progressd_form.held) RETURNING \(safely)
        """
    }

    private var lines: String {
        """
        form.form, form.reader, form.held, form.allowed, form.announced, member.id, member.address, member.version,
        member.reads, member.writes, member.term, member.lease, member.tokens, member.settings, member.mark,
        CAST(1000 * EXTRACT(epoch FROM clock_timestamp() - member.seen) AS bigint)
        """
    }

    private var members: String {
        """
        FROM (SELECT CAST($1 AS text) AS name) AS own
        LEFT JOIN progressd_form AS form ON form.name = own.name
        LEFT JOIN progressd_members AS member ON member.name = own.name ORDER BY member.address, member.id
        """
    }
}
