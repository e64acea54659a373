import Logging
import ProgressLog
import ProgressRecords
package import ProgressTelemetry

/// Lines about a cluster.
extension ServiceLog {
    func loaded(records: Int, entries: UInt64, milliseconds: UInt64) {
        logger.info(
            "loaded",
            metadata: [
                "cluster.entries": "\(entries)", "cluster.records": "\(records)",
                "cluster.milliseconds": "\(milliseconds)",
            ]
        )
    }

    func follows(term: UInt64, writer: String?) {
        logger.notice(
            "follows the log",
            metadata: ["cluster.term": "\(term)", "cluster.writer": "\(writer ?? "none")"]
        )
    }

    func loadsAgain(_ reason: String) {
        logger.warning("loads the log again", metadata: ["cluster.reason": "\(reason)"])
    }

    func holdsOffice(term: UInt64, entries: UInt64, isClean: Bool) {
        logger.notice(
            "holds the office",
            metadata: ["cluster.term": "\(term)", "cluster.entries": "\(entries)", "cluster.clean": "\(isClean)"]
        )
    }

    func handedOver(term: UInt64) {
        logger.notice("handed over the office", metadata: ["cluster.term": "\(term)"])
    }

    func couldNotHandOver(term: UInt64) {
        logger.error("could not hand over the office in time", metadata: ["cluster.term": "\(term)"])
    }

    func wasDeposed(term: UInt64, by address: String?, newTerm: UInt64) {
        logger.warning(
            "was deposed",
            metadata: [
                "cluster.term": "\(term)", "cluster.writer": "\(address ?? "unknown")",
                "cluster.new-term": "\(newTerm)",
            ]
        )
    }

    package func cannotReachWriter(_ address: String) {
        logger.warning("cannot reach the writer", metadata: ["cluster.writer": "\(address)"])
    }

    package func reachesWriterAgain(_ address: String, milliseconds: UInt64) {
        logger.notice(
            "reaches the writer again",
            metadata: ["cluster.writer": "\(address)", "cluster.milliseconds": "\(milliseconds)"]
        )
    }

    func logIsSilent(_ failure: LogFailure) {
        logger.warning("the log does not answer", metadata: ["cluster.error": "\(failure)"])
    }

    func logRefuses(_ failure: LogFailure) {
        logger.error("the log refuses", metadata: ["cluster.error": "\(failure)"])
    }

    func logAnswersAgain(milliseconds: UInt64) {
        logger.notice("the log answers again", metadata: ["cluster.milliseconds": "\(milliseconds)"])
    }

    func logIsDamaged(_ failure: LogFailure) {
        logger.critical("the log is damaged", metadata: ["cluster.error": "\(failure.advice)"])
    }

    func logIsNewer(_ failure: LogFailure) {
        logger.error("the log was written by a newer progressd", metadata: ["cluster.error": "\(failure)"])
    }

    func isEstranged(_ reason: String) {
        logger.error("this is not the log that I followed", metadata: ["cluster.reason": "\(reason)"])
    }

    func isFamiliarAgain() { logger.notice("the log that I followed is back") }

    func writesForm(_ form: RecordForm) {
        logger.notice("writes a newer form", metadata: ["cluster.form": "\(form)"])
    }

    func cannotAnnounce(_ failure: LogFailure) {
        logger.warning("cannot announce itself", metadata: ["cluster.error": "\(failure)"])
    }

    func differs(_ own: Member, from other: Member) {
        logger.warning(
            "another replica has other tokens or settings",
            metadata: [
                "cluster.replica": "\(other.address)", "cluster.same-tokens": "\(own.tokens == other.tokens)",
                "cluster.same-settings": "\(own.settings == other.settings)",
            ]
        )
    }

    func logFellBack(from number: UInt64, to tail: UInt64) {
        logger.error(
            "the log lost its end: it is appended again",
            metadata: ["cluster.entries": "\(number)", "cluster.tail": "\(tail)"]
        )
    }

    func hasLogSnapshot(number: UInt64, records: Int, bytes: Int) {
        logger.info(
            "snapshot",
            metadata: ["cluster.entries": "\(number)", "cluster.records": "\(records)", "cluster.bytes": "\(bytes)"]
        )
    }

    func hasNoLogSnapshot(_ reason: String) {
        logger.error("snapshot failed", metadata: ["cluster.error": "\(reason)"])
    }
}
