"""Reads /metrics of a live service with Prometheus's own parser, after calls of every kind, and the log with a JSON
parser: names, types, units, sums and values must be right. Run it by `Tests/observability/run`.
"""

import argparse
import json
import pathlib
import re
import sys

from prometheus_client.parser import text_string_to_metric_families

from support.client import NDJSON, Reply
from support.events import EventStream
from support.records import keep
from support.service import ROOT, Service

#: Endings that a histogram's name may have: its base unit.
UNITS = ("_seconds", "_bytes")
FOREIGN_UNITS = re.compile(r"_(ms|milliseconds|microseconds|nanoseconds|minutes|hours|kib|kb|mb|percent|ratio)\b")
#: Labels whose values are all known beforehand: nothing that grows with use.
LABELS = {
    "state": 7, "class": 6, "code": 4, "type": 60, "operation": 20, "result": 6, "directive": 2, "version": 1,
    "libmicrohttpd": 1, "le": 20, "role": 4, "kind": 2,
}


class Caller(Service):
    """A service, and one connection that is kept: each new one would be counted."""

    def listen(self):
        super().listen()
        self.kept = self.client()
        return self

    def call(self, method: str, path: str, body=None, headers=None) -> Reply:
        return self.kept.call(method, path, body, headers)

    def families(self):
        reply = self.call("GET", "/metrics")
        kind = reply.headers["Content-Type"]
        assert reply.status == 200 and kind == "text/plain; version=0.0.4; charset=utf-8", (reply.status, kind)
        text = reply.body.decode()
        return text, {family.name: family for family in text_string_to_metric_families(text)}


def check_form(text: str, families) -> None:
    """Checks the rules of promtool's linter, and that no label can grow."""
    assert text.endswith("\n")
    told = re.findall(r"^# HELP (\S+) (\S.*)$", text, re.M)
    typed = re.findall(r"^# TYPE (\S+) (counter|gauge|histogram)$", text, re.M)
    assert [name for name, _ in told] == [name for name, _ in typed], "each family has HELP, then TYPE"
    assert len(set(told)) == len(told) == len(families), "each family stands once"
    for name, kind in typed:
        assert re.fullmatch(r"(progressd|process)_[a-z0-9_]+", name), name
        assert name.endswith("_total") == (kind == "counter"), f"{name} is a {kind}"
        assert not FOREIGN_UNITS.search(name), f"{name} is not in a base unit"
        assert kind != "histogram" or name.endswith(UNITS), f"{name} has no unit"
    samples = [line.rsplit(" ", 1)[0] for line in text.splitlines() if not line.startswith("#")]
    assert len(set(samples)) == len(samples), "each sample stands once"
    for family in families.values():
        assert all(sample.value >= 0 for sample in family.samples), f"{family.name} is negative"
        check_labels(family)
        if family.type == "histogram":
            check_histogram(family)


def check_labels(family) -> None:
    values = {}
    for sample in family.samples:
        for label, value in sample.labels.items():
            values.setdefault(label, set()).add(value)
    for label, found in values.items():
        assert label in LABELS, f"{family.name} has the label {label}"
        assert len(found) <= LABELS[label], f"{family.name} has {len(found)} values of {label}"


def check_histogram(family) -> None:
    """Buckets grow, the last holds all, and the sum fits the counts."""
    series = {}
    for sample in family.samples:
        labels = dict(sample.labels)
        bound = labels.pop("le", None)
        one = series.setdefault(tuple(sorted(labels.items())), {"buckets": []})
        if bound is None:
            one[sample.name.removeprefix(family.name)] = sample.value
        else:
            one["buckets"].append((float(bound), sample.value))
    for labels, one in series.items():
        assert one["buckets"] == sorted(one["buckets"]), f"{family.name}{labels}: {one}"
        counts = [count for _, count in one["buckets"]]
        assert counts == sorted(counts) and one["buckets"][-1] == (float("inf"), one["_count"]), one
        lower, least = 0.0, 0.0
        for (bound, count), before in zip(one["buckets"], [0, *counts]):
            least += lower * (count - before)
            lower = bound
        assert one["_sum"] >= least, f"{family.name}{labels}: the sum is too small"


def names(families) -> set[str]:
    return {family.name + ("_total" if family.type == "counter" else "") for family in families.values()}


def documented() -> tuple[set[str], set[str]]:
    """The families that docs/metrics.md names: those of every process, and those of a replica alone."""
    page = (ROOT / "docs/metrics.md").read_text()
    before, cluster = page.split("\n## The cluster\n")
    cluster, _, after = cluster.partition("\n## ")
    row = re.compile(r"^\| `((?:progressd|process)_[a-z_]+)`", re.M)
    return set(row.findall(before + after)), set(row.findall(cluster))


def check_pages(families) -> None:
    """docs/metrics.md names every family, and no other."""
    named, _ = documented()
    assert named == names(families), f"docs/metrics.md: {sorted(named ^ names(families))}"


def check_files() -> None:
    """deploy/ asks for no metric that the service does not have."""
    known = set.union(*documented())
    for file in ("alerts.yaml", "grafana.json"):
        text = (ROOT / "deploy" / file).read_text()
        expressions = re.findall(r"""^.*\bexpr"?: (.*)$""", text, re.M)
        asked = {name for expression in expressions for name in re.findall(r"(?:progressd|process)_[a-z_]+", expression)}
        # The last is a table in PostgreSQL.
        unknown = {name.removesuffix("_bucket") for name in asked} - known - {"progressd_office"}
        assert asked and not unknown, f"deploy/{file}: {sorted(unknown)}"


def check_replica(program: pathlib.Path) -> None:
    """A replica adds the families of the cluster, also while its log is away."""
    with Caller(program, "--cluster", "postgres://nobody@127.0.0.1:1/none") as replica:
        text, families = replica.families()
        check_form(text, families)
        common, cluster = documented()
        assert cluster and names(families) - common == cluster, sorted((names(families) - common) ^ cluster)


def check_monotonic(before, after) -> None:
    """Nothing that counts has gone back, and nothing has gone."""
    for name, family in before.items():
        now = {(sample.name, tuple(sorted(sample.labels.items()))): sample.value for sample in after[name].samples}
        for sample in family.samples:
            key = (sample.name, tuple(sorted(sample.labels.items())))
            assert key in now, f"{key} is gone"
            assert family.type == "gauge" or now[key] >= sample.value, f"{key} fell"


def value(families, name: str, **labels: str) -> float:
    """The value of one sample; `name` is the sample's."""
    for family in families.values():
        for sample in family.samples:
            if sample.name == name and sample.labels == labels:
                return sample.value
    raise AssertionError(f"there is no {name}{labels}")


def call_everything(service: Caller) -> dict:
    """Calls of every kind; how many writes of each kind were done."""
    done = {}

    def write(operation: str, method: str, path: str, body=None, result: str = "ok", **headers: str):
        reply = service.call(method, path, body, headers)
        assert (reply.status < 400) == (result == "ok"), f"{method} {path}: {reply}"
        done[operation, result] = done.get((operation, result), 0) + 1
        return reply.json or {}

    for number in range(7):
        write("create", "POST", "/v1/progress", {"name": f"n{number}", "totalUnitCount": 100})
    write("put", "PUT", "/v1/progress/p", {"totalUnitCount": 5})
    write("create_child", "POST", "/v1/progress/n0/children", {"pendingUnitCount": 1, "totalUnitCount": 3})
    write("attach", "POST", "/v1/progress/n0/children", {"childID": "n1", "pendingUnitCount": 1})
    for _ in range(40):
        write("completed_units", "POST", "/v1/progress/n2/completed-units", {"count": 1})
    write("completed_units", "POST", "/v1/progress/nobody/completed-units", {"count": 1}, "not_found")
    write("completed_units", "POST", "/v1/progress/n2/completed-units", "{", "invalid")
    write("patch", "PATCH", "/v1/progress/n2", {"kind": "file"})
    write("patch", "PATCH", "/v1/progress/n2", {"kind": "file"}, "conflict", **{"If-Match": '"other"'})
    token = write("reserve", "POST", "/v1/progress/n0/reservations", {"pendingUnitCount": 1})["token"]
    write("reserve", "POST", "/v1/progress/n0/reservations", {"pendingUnitCount": 1})
    write("resign", "DELETE", f"/v1/reservations/{token}")
    grant = write("grant", "POST", "/v1/progress/n0/grants", {"role": "viewer"})["grantID"]
    write("grant", "POST", "/v1/progress/n0/grants", {"role": "viewer"})
    write("revoke", "DELETE", f"/v1/grants/{grant}")
    write("pause", "POST", "/v1/progress/n3/pause")
    write("heartbeat", "POST", "/v1/progress/n3/heartbeat")
    write("resume", "POST", "/v1/progress/n3/resume")
    write("cancel", "POST", "/v1/progress/n4/cancel")
    write("completed_units", "POST", "/v1/progress/n4/completed-units", {"count": 1})
    write("fail", "POST", "/v1/progress/n5/fail", {"message": "no"})
    write("fail", "POST", "/v1/progress/n5/fail", {"message": "no"}, "conflict")
    write("finish", "POST", "/v1/progress/n6/finish")
    write("remove", "DELETE", "/v1/progress/n6")
    write("forget_runs", "DELETE", "/v1/progress/n6/runs")
    write("open_session", "POST", "/v1/session", {"token": "t"})
    write("close_session", "DELETE", "/v1/session")
    read_everything(service)
    lines = [{"method": "POST", "path": "/v1/progress/n2/completed-units", "body": {"count": 1}}] * 25
    service.call("POST", "/v1/batch", "\n".join(map(json.dumps, lines)), NDJSON)
    done["completed_units", "ok"] += len(lines)
    return done


def read_everything(service: Caller) -> None:
    for path in ("/v1/progress", "/v1/progress/n0", "/v1/progress/n0/tree", "/v1/progress/n0/children", "/healthz",
                 "/readyz", "/readyz/writes", "/openapi.yaml", "/openapi.json", "/docs", "/", "/progress/n0",
                 "/progress/n0.svg", "/problems/cycle", "/dashboard.js"):
        for method in ("GET", "HEAD", "OPTIONS"):
            assert service.call(method, path).status < 300, path
    for path in ("/nowhere", "/v1/progress/n6", "/problems/none"):
        assert service.call("GET", path).status == 404
    assert service.call("BREW", "/v1/progress").status == 405
    assert service.call("GET", "/v1/progress", headers={"Host": "evil.example"}).status == 421


def check_values(families, done: dict) -> None:
    for (operation, result), count in done.items():
        counted = value(families, "progressd_writes_total", operation=operation, result=result)
        assert counted == count, f"{operation} {result}: {counted} instead of {count}"
    total = sum(sample.value for sample in families["progressd_writes"].samples)
    assert total == sum(done.values()), f"{total} writes instead of {sum(done.values())}"
    # Seven creates, one PUT, one child; one of them removed.
    nodes = {sample.labels["state"]: sample.value for sample in families["progressd_nodes"].samples}
    expected = {"failed": 1, "cancelled": 1, "finished": 0, "paused": 0, "stalled": 0, "indeterminate": 0, "running": 6}
    assert nodes == expected, nodes
    for name, count in {
        "progressd_roots": 6, "progressd_reservations": 1, "progressd_grants": 1, "progressd_streams": 1,
        "progressd_ready": 1, "progressd_ready_for_writes": 1, "progressd_nodes_limit": 4711,
        "progressd_waiting_requests": 0,
    }.items():
        assert value(families, name) == count, f"{name} is {value(families, name)}"
    assert value(families, "progressd_batch_lines_total", result="ok") == 25
    assert value(families, "progressd_events_sent_total", type="snapshot") == 1
    for directive in ("pause", "cancel"):
        assert value(families, "progressd_directive_latency_seconds_count", directive=directive) == 1, directive
    problems = {sample.labels["type"]: sample.value for sample in families["progressd_problems"].samples}
    problems = {slug: count for slug, count in problems.items() if count}
    assert problems == {"not-found": 4, "malformed-json": 1, "precondition-failed": 1, "already-failed": 1,
                        "method-not-allowed": 1, "wrong-host": 1}, problems
    for name in ("process_start_time_seconds", "process_cpu_seconds_total", "process_resident_memory_bytes",
                 "process_virtual_memory_bytes", "process_open_fds", "process_max_fds"):
        assert value(families, name) > 0, name


def check_requests(before, after) -> None:
    """One request was counted between two reads of the metrics: the first, since a read is counted after its reply."""
    for name in ("progressd_requests_total", "progressd_request_duration_seconds_count"):
        counts = [sum(sample.value for family in families.values() for sample in family.samples if sample.name == name)
                  for families in (before, after)]
        assert counts[1] - counts[0] == 1, f"{name}: {counts}"


def check_log(log: str, families) -> None:
    lines = [json.loads(line) for line in log.splitlines()]
    requests = [line for line in lines if line["message"] == "request"]
    counted = sum(sample.value for sample in families["progressd_requests"].samples)
    # The last read is in the log, but not yet in its own metrics.
    assert len(requests) == counted + 1, f"{len(requests)} lines, {counted} requests"
    for line in requests:
        assert line["level"] == "debug" and line["request.id"] and float(line["http.seconds"]) < 30, line
        assert re.fullmatch(r"none|/[A-Za-z0-9/{}._-]*", line["http.route"]), line
    assert {line["message"] for line in lines} >= {"listening", "request", "stopping", "stopped"}


def check(program: pathlib.Path):
    """The families as they were at last."""
    options = ("--threads", "2", "--max-nodes", "4711", "--log-format", "json", "--log-level", "debug")
    with Caller(program, *options) as service:
        text, first = service.families()
        check_form(text, first)
        check_pages(first)
        done = call_everything(service)
        with EventStream(service.port, "/v1/progress/n2/events") as stream:
            assert stream.event().name == "snapshot"
            text, second = service.families()
            check_form(text, second)
            check_monotonic(first, second)
            check_values(second, done)
            _, third = service.families()
            check_monotonic(second, third)
            check_requests(second, third)
        service.kept.close()
        assert service.stop() == 0
        check_log(service.logged(), third)
    return third


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    program = parser.parse_args().program
    try:
        check_files()
        check_replica(program)
        families = check(program)
    except AssertionError:
        keep("observability", False, {})
        raise
    samples = sum(len(family.samples) for family in families.values())
    print(f"{len(families)} families, {samples} samples: all as they should be")
    keep("observability", True, {"families": len(families), "samples": samples})
    return 0


if __name__ == "__main__":
    sys.exit(main())
