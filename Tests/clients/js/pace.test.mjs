import assert from "node:assert/strict";
import test from "node:test";

import { Cancelled, Progress } from "../../../clients/js/progressd.js";
import { recorded, settled } from "./kit.mjs";

const calls = (record) => record.lines().map(({ method, path }) => `${method} ${path.replace(/js-\w+/, "…")}`);

/** A progress that the service knows, with the record emptied. */
async function known(record, total = 10, options = {}) {
    const progress = new Progress(total, { reporter: record.reporter, ...options });
    await record.clock.pass(0);
    assert.notEqual(progress.id, null);
    record.batches.length = 0;
    return progress;
}

test("the first word comes at once, further ones at most four times a second with the newest state", async () => {
    const record = recorded();
    const progress = new Progress(1_000, { reporter: record.reporter });
    for (let step = 0; step < 100; step += 1) {
        await record.clock.pass(10);
        progress.complete();
    }
    await record.clock.pass(250);

    const times = record.batches.map((batch) => batch.at);
    assert.equal(times[0], 1_000);
    assert.deepEqual(times.slice(1).map((time, index) => time - times[index]), Array(5).fill(250));
    const counts = record.lines().slice(1).map((line) => line.body.count);
    assert.equal(counts.reduce((sum, count) => sum + count, 0), 100);
});

test("several progresses go into one request, and every line asks for no body", async () => {
    const record = recorded();
    for (let index = 0; index < 5; index += 1) new Progress(1, { reporter: record.reporter });
    await record.clock.pass(0);

    assert.equal(record.batches.length, 1);
    assert.equal(record.batches[0].url, "http://service/v1/batch");
    assert.equal(record.batches[0].headers.Authorization, "Bearer t");
    assert.deepEqual(record.lines().map((line) => line.headers.Prefer), Array(5).fill("return=minimal"));
});

test("a request is about a thousand progresses at most, and all have their turn", async () => {
    const record = recorded();
    const all = Array.from({ length: 1_500 }, () => new Progress(10, { reporter: record.reporter }));
    await record.clock.pass(250);
    assert.deepEqual(record.batches.map((batch) => batch.lines.length), [1_000, 500]);

    record.batches.length = 0;
    for (let round = 0; round < 2; round += 1) {
        for (const progress of all) progress.complete();
        await record.clock.pass(250);
    }
    assert.equal(new Set(record.lines().map((line) => line.path)).size, 1_500);
});

test("there is never a second request before the first is answered", async () => {
    let open = 0;
    let most = 0;
    const answers = [];
    const transport = ({ body }) => {
        most = Math.max(most, ++open);
        const replies = body.trim().split("\n").map(() => '{"status":201,"headers":{"Location":"/v1/progress/x"}}');
        return new Promise((resolve) => {
            answers.push(() => {
                open -= 1;
                resolve({ status: 200, body: replies.join("\n") });
            });
        });
    };
    const record = recorded({ transport });
    const progress = new Progress(10, { reporter: record.reporter });
    await record.clock.pass(1_000);
    progress.complete();
    await record.clock.pass(1_000);
    assert.equal(answers.length, 1);

    answers[0]();
    await record.clock.pass(1_000);

    assert.equal(answers.length, 2);
    assert.equal(most, 1);
});

test("an idle progress renews its lease three times in its length, and a finished one leaves no timer", async () => {
    const record = recorded();
    const progress = await known(record);
    await record.clock.pass(60_000);
    assert.deepEqual(calls(record), Array(3).fill("POST /v1/progress/n1/heartbeat"));

    progress.finish();
    await record.clock.pass(300_000);

    assert.deepEqual(calls(record).slice(3), ["POST /v1/progress/n1/finish"]);
    assert.equal(record.clock.timers, 0);
});

test("counts that reach the total end the heartbeats, too", async () => {
    const record = recorded();
    const progress = await known(record);
    progress.complete(10);
    await record.clock.pass(300_000);

    assert.deepEqual(calls(record), ["POST /v1/progress/n1/completed-units"]);
    assert.equal(record.clock.timers, 0);
});

test("while somebody holds the signal, the service is asked each second", async () => {
    const record = recorded();
    const progress = await known(record);
    const { signal } = progress;
    await record.clock.pass(5_000);
    assert.equal(record.batches.length, 5);

    record.answer = () => ({ status: 204, headers: { "Progress-Directive": "cancel" } });
    await record.clock.pass(1_000);

    assert.ok(signal.aborted);
    assert.ok(signal.reason instanceof Cancelled);
    assert.equal(signal.reason.name, "AbortError");
    assert.ok(progress.signal === signal && progress.isCancelled);
    await record.clock.pass(60_000);
    assert.equal(record.clock.timers, 0);
});

test("when the service is away, it is asked every five seconds, and one warning is written", async () => {
    const record = recorded();
    record.isAway = true;
    const progress = new Progress(100, { reporter: record.reporter });
    for (let second = 0; second < 20; second += 1) {
        progress.complete();
        await record.clock.pass(1_000);
    }
    assert.deepEqual(record.batches.map((batch) => batch.at), [1_000, 6_000, 11_000, 16_000, 21_000]);
    assert.equal(record.warnings.length, 1);
    assert.match(record.warnings[0], /^progressd: http:\/\/service does not answer \(away\); the work continues/);

    record.isAway = false;
    await record.clock.pass(5_000);

    assert.equal(record.batches.at(-1).lines[0].body.completedUnitCount, 20);
    assert.equal(record.warnings.length, 1);
});

test("units that were not answered are sent again as they were, and count once", async () => {
    const record = recorded();
    const progress = await known(record);
    progress.complete(2);
    record.isAway = true;
    await record.clock.pass(250);
    progress.complete(3);
    record.isAway = false;
    await record.clock.pass(5_250);

    const bodies = record.lines().map((line) => line.body);
    assert.deepEqual(bodies.map((body) => body.count), [2, 2, 3]);
    assert.deepEqual(bodies.map((body) => body.sequence), [1, 1, 2]);
    assert.equal(new Set(bodies.map((body) => body.writer)).size, 1);
});

test("members that were not answered are sent again, unless newer ones came", async () => {
    const record = recorded();
    const progress = await known(record);
    progress.set({ title: "One", completed: 3, total: 20 });
    record.isAway = true;
    await record.clock.pass(250);
    progress.set({ title: "Two" });
    progress.complete(4);
    record.isAway = false;
    await record.clock.pass(5_250);

    const bodies = record.lines().slice(-2).map((line) => line.body);
    assert.deepEqual(bodies, [{ localizedDescription: "Two" }, { totalUnitCount: 20, completedUnitCount: 7 }]);
});

test("units after a count that was set are part of it", async () => {
    const record = recorded();
    const progress = await known(record);
    progress.complete(1);
    progress.set({ completed: 5 });
    progress.complete(2);
    await record.clock.pass(250);

    assert.deepEqual(record.lines().map((line) => line.body), [{ completedUnitCount: 7 }]);
    assert.equal(progress.completedUnitCount, 7);
});

test("a new total comes before new units, but after those that reached the old one", async () => {
    for (const reaches of [false, true]) {
        const record = recorded();
        const progress = await known(record, 10);
        if (reaches) progress.complete(10);
        progress.set({ total: 20 });
        if (!reaches) progress.complete(10);
        await record.clock.pass(250);

        const counts = record.lines().map(({ body }) => body.totalUnitCount ?? body.count);
        assert.deepEqual(counts, reaches ? [10, 20] : [20, 10]);
    }
});

test("a progress that the service has forgotten is made anew with the newest state", async () => {
    const record = recorded();
    const progress = await known(record, 10, { title: "Import" });
    progress.complete(4);
    record.answer = ({ method }) => (method === "PUT" ? undefined : { status: 404, headers: {} });
    await record.clock.pass(250);
    progress.complete(2);
    await record.clock.pass(250);

    const { method, body } = record.lines().at(-1);
    assert.equal(method, "PUT");
    assert.equal(body.completedUnitCount, 6);
    assert.equal(body.localizedDescription, "Import");
});

test("a child is created below its parent, is told before it, and hands over its units once", async () => {
    const record = recorded();
    const parent = await known(record);
    const child = parent.child(4, { pendingUnitCount: 5, title: "Part" });
    await record.clock.pass(250);
    assert.deepEqual(calls(record), ["POST /v1/progress/n1/children"]);
    assert.equal(record.lines()[0].body.pendingUnitCount, 5);

    child.complete(2);
    assert.equal(parent.fractionCompleted, 0.25);
    child.complete(2);
    child.set({ completed: 1 });
    child.complete(3);
    parent.complete(5);
    assert.equal(parent.completedUnitCount, 10);
    assert.ok(parent.isFinished);
    await record.clock.pass(250);

    assert.deepEqual(calls(record).slice(1), ["PATCH /v1/progress/n2", "POST /v1/progress/n1/completed-units"]);
});

test("a parent made anew says no units that its children will hand over again", async () => {
    const record = recorded();
    const parent = await known(record);
    const child = parent.child(4, { pendingUnitCount: 5 });
    await record.clock.pass(250);
    const isCreate = ({ method, path }) => method === "PUT" || path.endsWith("/children");
    record.answer = (line) => (isCreate(line) ? undefined : { status: 404, headers: {} });
    child.finish();
    parent.complete(1);
    await record.clock.pass(750);

    const [again, below] = record.lines().slice(-2);
    assert.equal(again.method, "PUT");
    assert.equal(again.body.completedUnitCount, 1);
    assert.equal(below.path, "/v1/progress/n3/children");
    assert.equal(below.body.completedUnitCount, 4);
});

test("a create whose answer was lost does not make a second progress", async () => {
    const record = recorded();
    record.isAway = true;
    const progress = new Progress(10, { reporter: record.reporter });
    await record.clock.pass(0);
    progress.complete(3);
    record.isAway = false;
    record.answer = ({ method }) => (method === "PUT" ? { status: 409, headers: {} } : undefined);
    await record.clock.pass(5_250);

    const { method, path, body } = record.lines().at(-1);
    assert.equal(`${method} ${path}`, `PATCH /v1/progress/${progress.name}`);
    assert.equal(body.completedUnitCount, 3);
    assert.equal(record.warnings.length, 1);
});

test("a service that does not let us write is warned of once and asked no more", async () => {
    const record = recorded();
    record.answer = () => ({ status: 403, headers: {}, body: { detail: "A viewer may not write." } });
    const progress = new Progress(10, { reporter: record.reporter });
    await record.clock.pass(0);
    progress.complete();
    progress.finish();
    await record.clock.pass(60_000);

    assert.equal(record.batches.length, 1);
    assert.match(record.warnings[0], /403: A viewer may not write/);
    assert.equal(record.clock.timers, 0);
});

test("a paused checkpoint waits, asks twice a second, and goes on after resume", async () => {
    const record = recorded();
    const progress = await known(record);
    record.answer = () => ({ status: 204, headers: { "Progress-Directive": "pause" } });
    progress.complete();
    await record.clock.pass(250);
    let passed = false;
    const waiting = progress.checkpoint().then(() => (passed = true));
    record.batches.length = 0;
    await record.clock.pass(2_000);
    assert.equal(record.batches.length, 4);
    assert.ok(!passed && progress.isPaused);

    record.answer = () => undefined;
    await record.clock.pass(500);
    await waiting;

    assert.ok(!progress.isPaused);
});

test("a paused checkpoint does not wait for a service that no longer lets us in", async () => {
    const record = recorded();
    const progress = await known(record);
    record.answer = () => ({ status: 204, headers: { "Progress-Directive": "pause" } });
    progress.complete();
    await record.clock.pass(250);
    const waiting = progress.checkpoint();

    record.answer = () => ({ status: 401, headers: {} });
    await record.clock.pass(1_000);

    await waiting;
});

test("a cancelled parent cancels its children, also those to come", async () => {
    const record = recorded();
    const parent = await known(record);
    const child = parent.child(1);
    const { signal } = child;
    record.answer = () => ({ status: 204, headers: { "Progress-Directive": "cancel" } });
    parent.complete();
    await record.clock.pass(250);

    assert.ok(signal.aborted);
    await assert.rejects(child.checkpoint(), Cancelled);
    await assert.rejects(parent.child(1).checkpoint(), Cancelled);
});

test("the first ending stands, and nothing is said after it", async () => {
    const record = recorded();
    const progress = await known(record);
    progress.fail(Object.assign(new Error("Disk full"), { code: "ENOSPC" }));
    progress.fail(new Error("again"));
    progress.finish();
    progress.complete(3);
    progress.set({ title: "late" });
    await record.clock.pass(60_000);

    assert.deepEqual(calls(record), ["POST /v1/progress/n1/fail"]);
    assert.deepEqual(record.lines()[0].body, { message: "Disk full", code: "ENOSPC" });
    assert.equal(record.clock.timers, 0);
});

test("a child of a progress that has ended is still reported", async () => {
    const record = recorded();
    const parent = await known(record);
    parent.finish();
    await record.clock.pass(250);
    record.answer = ({ path }) => (path.endsWith("/children") ? { status: 404, headers: {} } : undefined);
    const child = parent.child(2);
    await record.clock.pass(500);

    assert.deepEqual(calls(record).slice(1), ["POST /v1/progress/n1/children", "PUT /v1/progress/…"]);
    assert.equal(child.id, "n2");
});

test("counts are whole and exact, whatever the work passes", async () => {
    const record = recorded();
    const progress = await known(record, 1);
    for (let part = 0; part < 10; part += 1) progress.complete(0.1);
    assert.ok(progress.isFinished);
    for (const odd of [NaN, Infinity, undefined, null, "3", {}, Symbol("3")]) progress.complete(odd ?? NaN);
    progress.complete(2n);
    await record.clock.pass(250);
    assert.equal(progress.completedUnitCount, 3);
    assert.deepEqual(record.lines().map((line) => line.body.count), [3]);

    progress.set({ total: 2 ** 60, completed: 2n ** 62n });
    progress.complete(1e300);
    await record.clock.pass(250);

    const { totalUnitCount, completedUnitCount } = record.lines().at(-1).body;
    assert.deepEqual([totalUnitCount, completedUnitCount], [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
});

test("a total of null, NaN or Infinity means that nobody knows", async () => {
    const record = recorded();
    for (const total of [null, NaN, Infinity]) {
        assert.equal(new Progress(total, { reporter: record.reporter }).totalUnitCount, -1);
    }
    const progress = new Progress(10, { reporter: record.reporter });
    progress.set({ total: null });
    assert.ok(progress.isIndeterminate && progress.fractionCompleted === 0);
});

test("a member that JSON cannot hold is left out, and all else is reported", async () => {
    const record = recorded();
    const odd = await known(record);
    const other = new Progress(10, { reporter: record.reporter });
    const born = new Progress(5, { reporter: record.reporter, title: "Odd", userInfo: { count: 1n } });
    odd.set({ userInfo: { count: 1n }, title: "Known" });
    odd.complete(2);
    other.complete();
    await record.clock.pass(2_000);

    assert.equal(record.warnings.length, 1);
    assert.match(record.warnings[0], /cannot be written as JSON/);
    assert.notEqual(born.id, null);
    const bodies = record.lines().map((line) => line.body);
    const said = (id) => record.lines().filter((line) => line.path.includes(`/${id}`)).map((line) => line.body);
    assert.deepEqual(said(odd.id).map((body) => body.count ?? body), [2, { localizedDescription: "Known" }]);
    assert.deepEqual(said(born.id), [{ isPausable: true }, { localizedDescription: "Odd" }]);
    assert.equal(bodies.filter((body) => body.userInfo).length, 0);
});

test("texts that the service refuses do not take the counts with them", async () => {
    const long = "z".repeat(5_000);
    const record = recorded();
    const progress = await known(record, null);
    record.answer = ({ body }) =>
        body.localizedDescription === long ? { status: 422, headers: {}, body: { detail: "too long" } } : undefined;
    progress.set({ completed: 5, localizedDescription: long, userInfo: { a: 1 } });
    await record.clock.pass(500);

    const bodies = record.lines().map((line) => line.body);
    assert.deepEqual(bodies.slice(0, 2), [{ localizedDescription: long, userInfo: { a: 1 } }, { completedUnitCount: 5 }]);
    assert.deepEqual(bodies.slice(2), [{ localizedDescription: long }, { userInfo: { a: 1 } }]);
    assert.match(record.warnings.join(), /422: too long/);

    record.batches.length = 0;
    record.answer = ({ method }) => (method === "PUT" ? undefined : { status: 404, headers: {} });
    progress.complete();
    await record.clock.pass(500);
    const again = record.lines().at(-1).body;
    assert.deepEqual([again.completedUnitCount, again.userInfo, "localizedDescription" in again], [6, { a: 1 }, false]);
});

test("a request stays below what the service takes, and a call that is too long is left out", async () => {
    const record = recorded();
    const odd = await known(record);
    const all = Array.from({ length: 20 }, () => new Progress(10, { reporter: record.reporter }));
    await record.clock.pass(250);
    record.batches.length = 0;
    odd.set({ completed: 3, userInfo: { all: "x".repeat(17_000_000) } });
    for (const progress of all) progress.set({ userInfo: { part: "x".repeat(500_000) } });
    await record.clock.pass(2_000);

    const lengths = record.batches.map((batch) => JSON.stringify(batch.lines).length);
    assert.ok(Math.max(...lengths) < 6_000_000, String(lengths));
    assert.equal(record.lines().filter((line) => line.body.userInfo?.part).length, 20);
    assert.deepEqual(record.lines().filter((line) => line.path.endsWith(odd.id)).map((line) => line.body.completedUnitCount), [3]);
    assert.match(record.warnings.join(), /17\d+ characters; at most 1048576 are sent/);
});

test("userInfo and labels grow key by key", async () => {
    const record = recorded();
    const progress = await known(record, 10, { userInfo: { a: 1 } });
    progress.set({ userInfo: { b: 2 } });
    record.answer = ({ method }) => (method === "PUT" ? undefined : { status: 404, headers: {} });
    await record.clock.pass(500);

    assert.deepEqual(record.lines()[0].body, { userInfo: { b: 2 } });
    assert.deepEqual(record.lines()[1].body.userInfo, { a: 1, b: 2 });
});

test("a wrong address is one warning, and the work goes on", async () => {
    const warnings = [];
    const { reporter, clock } = recorded({ url: "ftp://nowhere", warn: (text) => warnings.push(text) });
    const progress = new Progress(10, { reporter });
    progress.complete(10);
    progress.finish();
    await reporter.flush();
    await settled();

    assert.ok(progress.isFinished);
    assert.equal(warnings.length, 1);
    assert.equal(clock.timers, 0);
});

test("a reservation is claimed by the first root of the environment, or by the progress that it is given to", async () => {
    const record = recorded({ reservation: "r1", token: null });
    new Progress(1, { reporter: record.reporter });
    new Progress(1, { reporter: record.reporter, reservation: "r2" });
    new Progress(1, { reporter: record.reporter });
    await record.clock.pass(0);

    const reservations = record.lines().map((line) => line.headers["Progress-Reservation"]);
    assert.deepEqual(reservations, ["r1", "r2", undefined]);
});

test("the end of the process waits one second for a silent service, once", async () => {
    const record = recorded();
    record.isSilent = true;
    new Progress(1, { reporter: record.reporter });
    await record.clock.pass(300);
    const began = record.clock.now();
    let ended = 0;
    record.reporter.farewell().then(() => (ended = record.clock.now()));
    await record.clock.pass(5_000);
    assert.equal(ended - began, 1_000);

    await record.reporter.farewell();

    assert.equal(record.clock.timers, 0);
});

test("the end of the process asks a service that was away once more, and waits no longer than for its failure", async () => {
    const record = recorded();
    record.isAway = true;
    new Progress(1, { reporter: record.reporter });
    await record.clock.pass(0);

    await record.reporter.farewell();
    await record.reporter.farewell();
    assert.equal(record.batches.length, 2);
    const flush = record.reporter.flush();
    await record.clock.pass(250);
    await flush;

    assert.equal(record.batches.length, 3);
});

test("a service that is back within its quiet time hears the last word", async () => {
    for (const end of ["farewell", "flush", "flushFailure"]) {
        const record = recorded();
        const progress = await known(record);
        record.isAway = true;
        progress.complete(3);
        await record.clock.pass(250);
        record.isAway = false;
        progress.finish();
        const ended = record.reporter[end]();
        await record.clock.pass(250);
        await ended;

        assert.deepEqual(calls(record).slice(1), ["POST /v1/progress/n1/completed-units", "POST /v1/progress/n1/finish"]);
    }
});

test("the last word is said again when a request from before the end fails", async () => {
    const record = recorded();
    const progress = await known(record);
    let refuse = () => {};
    record.hold = new Promise((_, reject) => (refuse = reject));
    progress.complete(3);
    await record.clock.pass(250);
    progress.finish();
    const ended = record.reporter.farewell();
    record.hold = null;
    refuse(new Error("cut"));
    await record.clock.pass(0);
    await ended;

    assert.equal(calls(record).at(-1), "POST /v1/progress/n1/finish");
});

test("failures in a loop wait a second altogether for a silent service that is known to be away", async () => {
    const record = recorded();
    record.isSilent = true;
    record.isAway = true;
    const progress = new Progress(1, { reporter: record.reporter });
    await record.clock.pass(0);
    record.isAway = false;
    progress.fail("Lost");
    const began = record.clock.now();
    let ended = 0;
    const loop = async () => {
        for (let step = 0; step < 10; step += 1) await record.reporter.flushFailure();
        ended = record.clock.now();
    };
    void loop();
    await record.clock.pass(30_000);

    assert.ok(ended - began <= 1_000, `${ended - began} ms`);
});

test("the last words leave without a pause between them", async () => {
    const record = recorded();
    const progress = new Progress(3, { reporter: record.reporter });
    progress.child(2).complete(1);
    progress.finish();
    const farewell = record.reporter.farewell();
    await record.clock.pass(0);

    await farewell;
    assert.deepEqual(calls(record).sort(), ["POST /v1/progress/n1/children", "POST /v1/progress/n1/finish", "PUT /v1/progress/…"]);
});

test("the end of a parent comes after those of its children, also of those that are yet to be created", async () => {
    const record = recorded();
    const parent = await known(record);
    const middle = parent.child(2);
    middle.child(2).fail("Lost");
    middle.fail("Lost");
    parent.finish();
    await record.clock.pass(1_000);

    assert.deepEqual(calls(record), [
        "POST /v1/progress/n1/children",
        "POST /v1/progress/n2/children",
        "POST /v1/progress/n3/fail",
        "POST /v1/progress/n2/fail",
        "POST /v1/progress/n1/finish",
    ]);
    assert.equal(record.clock.timers, 0);
});

test("the end of a parent does not wait for children that work, or that are refused", async () => {
    const record = recorded();
    const parent = await known(record);
    record.answer = ({ body }) => (body.name === "bad" ? { status: 403, headers: {} } : undefined);
    parent.child(2);
    parent.child(2, { name: "bad" }).fail("Lost");
    parent.finish();
    await record.clock.pass(250);
    await record.clock.pass(250);

    assert.ok(calls(record).includes("POST /v1/progress/n1/finish"));
});

test("a child that failed or was cancelled keeps its part in its parent, and is not held", async () => {
    const record = recorded();
    const parent = await known(record);
    const failing = parent.child(4, { pendingUnitCount: 4 });
    failing.complete(2);
    failing.fail("lost");
    failing.complete(2);
    assert.equal(parent.fractionCompleted, 0.2);

    await record.clock.pass(1_000);

    assert.equal(parent.completedUnitCount, 0);
    assert.equal(parent.fractionCompleted, 0.2);
});

test("a warning that cannot be written breaks nothing", async () => {
    const warn = () => {
        throw new Error("stderr is closed");
    };
    const record = recorded({ warn });
    record.isAway = true;
    const progress = new Progress(2, { reporter: record.reporter });
    await record.clock.pass(0);
    record.isAway = false;
    progress.complete();
    await record.clock.pass(5_000);

    assert.equal(record.lines().at(-1).body.completedUnitCount, 1);
});

test("children that come and go while the service is away are units of their parent", async () => {
    const record = recorded();
    const parent = await known(record, 100);
    const open = parent.child(2, { pendingUnitCount: 2 });
    record.isAway = true;
    await record.clock.pass(250);
    for (let step = 0; step < 50; step += 1) parent.child(1).complete();
    const outer = parent.child(2, { pendingUnitCount: 3 });
    outer.child(1).finish();
    outer.child(1).finish();
    open.complete(1);
    assert.equal(parent.completedUnitCount, 53);
    record.isAway = false;
    record.batches.length = 0;
    await record.clock.pass(5_500);

    assert.deepEqual(record.lines().map((line) => line.body.count ?? line.body.completedUnitCount), [1, 53]);
    assert.equal(open.id, "n2");
});

test("a service that is away for long costs the memory of ten thousand endings, no more", async () => {
    const record = recorded();
    record.isAway = true;
    for (let job = 0; job < 15_000; job += 1) {
        const progress = new Progress(1, { reporter: record.reporter });
        if (job % 2) progress.finish();
        else progress.fail("Lost");
    }
    await record.clock.pass(0);
    record.isAway = false;
    record.batches.length = 0;
    await record.clock.pass(60_000);

    const made = record.lines().filter((line) => line.method === "PUT").length;
    assert.ok(made > 9_000 && made <= 10_001, `${made} creates`);
    assert.equal(record.clock.timers, 0);
});

test("a run whose create was not answered is looked for before another is begun", async () => {
    const record = recorded();
    record.isAway = true;
    const progress = new Progress(10, { reporter: record.reporter, name: "nightly" });
    await record.clock.pass(0);
    progress.complete(3);
    progress.set({ title: "Later" });
    record.isAway = false;
    const known = { status: 200, headers: { Location: "/v1/progress/n7" } };
    record.answer = ({ method }) => (method === "PUT" ? known : undefined);
    await record.clock.pass(5_250);

    const create = "PUT /v1/progress/nightly";
    assert.deepEqual(calls(record), [`${create}?run=new`, create, ...Array(2).fill("PATCH /v1/progress/n7")]);
    const [first, second, words, counts] = record.lines().map((line) => line.body);
    assert.deepEqual(second, first);
    assert.deepEqual([counts.completedUnitCount, words.localizedDescription], [3, "Later"]);
});

test("a run whose name another still holds is begun after all", async () => {
    const record = recorded();
    record.isAway = true;
    const progress = new Progress(10, { reporter: record.reporter, name: "nightly" });
    await record.clock.pass(0);
    record.isAway = false;
    record.answer = ({ path }) => (path.endsWith("/nightly") ? { status: 409, headers: {} } : undefined);
    await record.clock.pass(5_250);

    const again = ["PUT /v1/progress/nightly", "PUT /v1/progress/nightly?run=new"];
    assert.deepEqual(calls(record), [again[1], ...again]);
    assert.equal(progress.id, "n1");
});

test("a named child whose create was not answered is found again below its parent", async () => {
    for (const parentID of ["n1", "other"]) {
        const record = recorded();
        const parent = await known(record);
        record.isAway = true;
        const child = parent.child(4, { name: "part" });
        await record.clock.pass(250);
        record.isAway = false;
        record.answer = ({ method, body }) => {
            if (method === "GET") return { status: 200, headers: {}, body: { id: "n9", parentID } };
            return body?.name === "part" ? { status: 409, headers: {} } : undefined;
        };
        await record.clock.pass(6_000);

        assert.equal(calls(record)[2], "GET /v1/progress/part");
        assert.deepEqual([child.id, child.name === "part"], parentID === "n1" ? ["n9", true] : ["n2", false]);
    }
});

test("halves of characters are replaced in all that is said", async () => {
    const record = recorded();
    const title = "b\ud83d \\ud83d \u{1f600}";
    const progress = new Progress(1, { reporter: record.reporter, name: "a\ud83d", title });
    progress.fail(new Error("x".repeat(999) + "\u{1f600}"));
    await record.clock.pass(250);

    const [create, fail] = record.lines();
    assert.equal(create.path, `/v1/progress/${encodeURIComponent("a\ufffd")}?run=new`);
    assert.equal(create.body.localizedDescription, "b\ufffd \\ud83d \u{1f600}");
    assert.equal(fail.body.message, "x".repeat(999) + "\ufffd");
});

test("a failure that the service does not take is said again in a plain word, and warned of", async () => {
    for (const mends of [true, false]) {
        const record = recorded();
        const progress = await known(record);
        const refusal = { status: 400, headers: {}, body: { detail: "odd" } };
        record.answer = ({ body }) => (mends && body.message === "Failed" ? undefined : refusal);
        progress.fail(new Error("Lost"));
        await record.clock.pass(60_000);

        assert.deepEqual(record.lines().map((line) => line.body.message), ["Lost", "Failed"]);
        assert.match(record.warnings.join(), /400: odd/);
        assert.equal(record.clock.timers, 0);
    }
});

test("a child of a progress that finished and vanished is a root", async () => {
    const record = recorded();
    const parent = await known(record, 1, { removeWhenFinished: true });
    parent.complete();
    await record.clock.pass(250);
    record.batches.length = 0;
    record.answer = ({ path }) => (path.endsWith("/n1/children") ? { status: 404, headers: {} } : undefined);
    const child = parent.child(3);
    child.complete();
    await record.clock.pass(5_000);

    assert.deepEqual(calls(record), ["POST /v1/progress/n1/children", "PUT /v1/progress/…"]);
    assert.equal(child.id, "n2");
});

test("keys that were not answered are sent again beside newer ones", async () => {
    const record = recorded();
    const progress = await known(record);
    progress.set({ userInfo: { epoch: 1, loss: 3 }, labels: { a: "b" } });
    let refuse = () => {};
    record.hold = new Promise((_, reject) => (refuse = reject));
    await record.clock.pass(250);
    progress.set({ userInfo: { loss: 2 } });
    refuse(new Error("cut"));
    record.hold = null;
    await record.clock.pass(5_250);

    assert.deepEqual(record.lines().at(-1).body, { userInfo: { epoch: 1, loss: 2 }, labels: { a: "b" } });
});

test("a count of NaN changes nothing", async () => {
    const record = recorded();
    const progress = await known(record);
    progress.complete(7);
    progress.set({ completed: NaN });
    await record.clock.pass(250);

    assert.equal(progress.completedUnitCount, 7);
    assert.deepEqual(record.lines().map((line) => line.body.count), [7]);
});
