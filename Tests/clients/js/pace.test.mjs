import assert from "node:assert/strict";
import test from "node:test";

import { Cancelled, Progress, track } from "../../../clients/js/progressd.js";
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

test("a new total of a child comes after units that reached the old one, and were handed over", async () => {
    for (const reaches of [false, true]) {
        const record = recorded();
        const parent = await known(record, 10);
        const progress = parent.child(10);
        progress.begin();
        await record.clock.pass(250);
        record.batches.length = 0;
        if (reaches) progress.complete(10);
        progress.set({ total: 20 });
        if (!reaches) progress.complete(10);
        await record.clock.pass(250);

        const counts = record.lines().map(({ body }) => body.totalUnitCount ?? body.count);
        assert.deepEqual(counts, reaches ? [10, 20] : [20, 10]);
    }
});

test("a child is created below its parent, is told before it, and hands over its units once", async () => {
    const record = recorded();
    const parent = await known(record);
    const child = parent.child(4, { pendingUnitCount: 5, title: "Part" });
    child.begin();
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
    record.answer = ({ path }) => (/\/(children|progress)$/.test(path) ? undefined : { status: 404, headers: {} });
    child.complete(4);
    parent.complete(1);
    await record.clock.pass(750);

    const [again, below] = record.lines().slice(-2);
    assert.equal(again.path, "/v1/progress");
    assert.equal(again.body.completedUnitCount, 1);
    assert.equal(below.path, "/v1/progress/n3/children");
    assert.equal(below.body.completedUnitCount, 4);
});

test("a paused checkpoint waits, asks each second, and returns after resume", async () => {
    const record = recorded();
    const progress = await known(record);
    record.answer = () => ({ status: 204, headers: { "Progress-Directive": "pause" } });
    progress.complete();
    await record.clock.pass(250);
    let passed = false;
    const waiting = progress.checkpoint().then(() => (passed = true));
    record.batches.length = 0;
    await record.clock.pass(2_000);
    assert.equal(record.batches.length, 2);
    assert.ok(!passed && progress.isPaused);

    record.answer = () => undefined;
    await record.clock.pass(1_000);
    await waiting;

    assert.ok(!progress.isPaused);
});

test("a paused checkpoint does not wait for a service that no longer lets us in", async () => {
    for (const status of [401, 403]) {
        const record = recorded();
        const progress = await known(record);
        const part = progress.child(3);
        await record.clock.pass(250);
        record.answer = () => ({ status: 204, headers: { "Progress-Directive": "pause" } });
        progress.complete();
        part.complete();
        await record.clock.pass(250);
        const late = progress.child(3);
        const waiting = [progress, part, late].map((one) => one.checkpoint());
        assert.ok([progress, part, late].every((one) => one.isPaused));

        record.answer = () => ({ status, headers: { "Progress-Directive": "pause" } });
        await record.clock.pass(2_000);

        await Promise.all([...waiting, progress.checkpoint(), part.checkpoint(), late.checkpoint()]);
    }
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

    assert.deepEqual(calls(record).slice(1), ["POST /v1/progress/n1/children", "POST /v1/progress"]);
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

test("what JSON cannot hold is told as a text", async () => {
    const record = recorded();
    const odd = {
        get broken() {
            throw new Error("no");
        },
    };
    const circle = { all: [] };
    circle.all.push(circle);
    const userInfo = { count: 1n, odd, circle, end: Infinity, when: new Date(0), call: Symbol("x"), none: undefined };
    new Progress(5, { reporter: record.reporter, userInfo });
    await record.clock.pass(0);

    assert.deepEqual(record.lines()[0].body.userInfo, {
        count: "1",
        odd: "[object Object]",
        circle: { all: ["[object Object]"] },
        end: "Infinity",
        when: "1970-01-01T00:00:00.000Z",
        call: "Symbol(x)",
    });
    assert.equal(record.warnings.length, 0);
});

/** An object that is twice in an object that is twice in a list, and so on: `2 ** depth` paths lead to it. */
function doubled(value, depth) {
    for (let level = 0; level < depth; level += 1) value = level % 2 ? [value, value] : { a: value, b: value };
    return value;
}

test("what many paths lead to is read once, and of each key no more is kept than the service could take", async () => {
    const record = recorded();
    let reads = 0;
    const watched = {
        get v() {
            reads += 1;
            return 1;
        },
    };
    const circle = { parts: [] };
    for (let part = 0; part < 200; part += 1) circle.parts.push({ all: circle.parts, circle });
    const userInfo = { small: doubled(watched, 2), large: doubled(watched, 100), same: doubled(watched, 100), last: 1 };
    const progress = new Progress(5, { reporter: record.reporter, userInfo });
    progress.set({ userInfo: { circle } });
    const texts = doubled("x".repeat(4_000), 100);
    new Progress(5, { reporter: record.reporter, userInfo: { texts } });
    await record.clock.pass(0);

    const [shown, long] = record.lines().map(({ body }) => body.userInfo);
    const pair = { a: { v: 1 }, b: { v: 1 } };
    assert.deepEqual([shown.small, shown.last, reads], [[pair, pair], 1, 1]);
    assert.deepEqual(shown.circle.parts[1], { all: "[object Array]", circle: "[object Object]" });
    const lengths = [shown.large, shown.same, long.texts].map((value) => JSON.stringify(value).length);
    assert.ok(lengths.every((length) => length > 2 ** 16 && length <= 2 ** 20), String(lengths));
});

test("values that many paths lead to are no failure of the work that throws them", async () => {
    const record = recorded();
    const endless = () =>
        new Proxy({}, {
            ownKeys: () => ["a", "b"],
            getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
            get: (_, key) => (key.length === 1 ? endless() : undefined),
        });
    for (const thrown of [doubled({ v: 1 }, 100), doubled([1], 101), endless()]) {
        new Progress(5, { reporter: record.reporter }).fail(thrown);
    }
    await record.clock.pass(1_000);

    const messages = record.lines().filter(({ path }) => path.endsWith("/fail")).map(({ body }) => body.message);
    assert.equal(messages.length, 3);
    assert.ok(messages.every((message) => message.length <= 4_096 && /^[[{F]/.test(message)), String(messages));
});

test("a failure says something, whatever was thrown", async () => {
    const record = recorded();
    class NotFound extends Error {}
    const mute = { toString: () => assert.fail("no text") };
    const closed = new Proxy({}, { get: () => assert.fail("no member") });
    let deep = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    const cases = [
        [new Error(), "Error"],
        [new TypeError(), "TypeError"],
        [new NotFound(), "Error"],
        [new AggregateError([new Error("a")]), "AggregateError"],
        [new Error("[object Object]"), "[object Object]"],
        [new Error("x".repeat(5_000)), "x".repeat(4_096)],
        ["Lost", "Lost"],
        ["", "Failed"],
        [0, "0"],
        [null, "null"],
        [undefined, "undefined"],
        [Symbol("lost"), "Symbol(lost)"],
        [{ status: 404 }, '{"status":404}'],
        [{ message: { status: 404 } }, '{"status":404}'],
        [["a", 1], '["a",1]'],
        [mute, "Failed"],
        [closed, "Failed"],
    ];
    for (const [thrown] of cases) new Progress(1, { reporter: record.reporter }).fail(thrown);
    new Progress(1, { reporter: record.reporter }).fail(deep);
    await record.clock.pass(1_000);

    const messages = record.lines().filter(({ path }) => path.endsWith("/fail")).map(({ body }) => body.message);
    assert.deepEqual(messages.slice(0, -1).sort(), cases.map(([, message]) => message).sort());
    assert.equal(messages.length, cases.length + 1);
});

test("odd totals and sizes do no harm", async () => {
    const record = recorded();
    const odd = {
        get length() {
            throw new TypeError("nobody knows");
        },
        *[Symbol.iterator]() {
            yield* [1, 2, 3];
        },
    };
    const seen = [];
    for (const length of [Infinity, NaN, -1, "3", () => 3]) {
        const items = Object.defineProperty([1], "size", { value: 1 });
        for await (const item of track({ length, [Symbol.iterator]: () => items.values() }, { reporter: record.reporter })) {
            seen.push(item);
        }
    }
    for await (const item of track(odd, { reporter: record.reporter })) seen.push(item);
    for (const total of [Infinity, -Infinity, NaN, "ten", {}]) new Progress(total, { reporter: record.reporter });
    await record.clock.pass(0);

    assert.deepEqual(seen, [1, 1, 1, 1, 1, 1, 2, 3]);
    const totals = record.lines().map((line) => line.body.totalUnitCount);
    assert.deepEqual(totals, [1, 1, 1, 1, 1, 3, -1, -1, -1, -1, -1]);
});

test("an option that nobody knows is warned of, and not sent", async () => {
    const record = recorded();
    const progress = new Progress(10, { reporter: record.reporter, titel: "Import", completedUnitCount: 3 });
    progress.set({ titel: "Import", completed: 2 });
    await record.clock.pass(0);

    assert.ok(!("titel" in record.lines()[0].body));
    assert.equal(record.lines()[0].body.completedUnitCount, 2);
    assert.deepEqual(record.warnings.map((text) => text.split(";")[0]), [
        'progressd: the option "titel" is unknown and left out',
    ]);
});

test("the program's own signal ends the work with its reason, also while it is paused and in parts of it", async () => {
    const record = recorded();
    const stop = new AbortController();
    const progress = await known(record, 10, { signal: stop.signal });
    const part = progress.child(2);
    const parts = Array.from({ length: 20 }, () => progress.child(1).signal);
    record.answer = ({ path }) =>
        path.endsWith("/children") ? undefined : { status: 204, headers: { "Progress-Directive": "pause" } };
    progress.complete();
    await record.clock.pass(250);
    const waiting = progress.checkpoint();
    const reason = new Error("enough");
    stop.abort(reason);

    await assert.rejects(waiting, (error) => error === reason);
    await assert.rejects(part.checkpoint(), (error) => error === reason);
    assert.ok(parts.every((signal) => signal.reason === reason));
    assert.equal(progress.signal.reason, reason);
    await assert.rejects(progress.track([1]).next(), (error) => error === reason);
    progress.fail(reason);
    await record.clock.pass(250);
    assert.equal(record.lines().at(-1).body.message, "enough");
});

test("a request stays below what the service takes, and a call that is too long is left out", async () => {
    const record = recorded();
    const odd = await known(record);
    const all = Array.from({ length: 20 }, () => new Progress(10, { reporter: record.reporter }));
    await record.clock.pass(250);
    record.batches.length = 0;
    const many = (count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index, "x".repeat(4_000)]));
    odd.set({ completed: 3, userInfo: { all: many(4_000) } });
    for (const progress of all) progress.set({ userInfo: { part: many(100) } });
    await record.clock.pass(2_000);

    const lengths = record.batches.map((batch) => JSON.stringify(batch.lines).length);
    assert.ok(Math.max(...lengths) < 2 ** 22, String(lengths));
    assert.equal(record.lines().filter((line) => line.body.userInfo?.part).length, 20);
    const counts = record.lines().map((line) => line.body.completedUnitCount);
    assert.deepEqual(counts.filter((count) => count !== undefined), [3]);
    assert.match(record.warnings.join(), /16\d+ characters; at most 1048576 are sent/);
    assert.equal(odd.completedUnitCount, 3);
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

test("members that were refused together go alone after the end, which is said once", async () => {
    for (const step of ["finish", "fail"]) {
        const record = recorded();
        const { labels, title } = { labels: { epoch: 3, team: "data" }, title: "Import" };
        record.answer = ({ method, body }) => {
            if (body.labels?.epoch) return { status: 400, headers: {} };
            if (method === "PATCH" && record.isBusy) return { status: 503, headers: {} };
        };
        const progress = new Progress(3, { reporter: record.reporter, title, labels });
        progress.complete(3);
        progress[step]("Lost");
        await record.clock.pass(40);
        record.isBusy = true;
        await record.clock.pass(20);
        record.isBusy = false;
        await record.clock.pass(60_000);

        const told = record.batches.slice(2).map(({ lines }) => lines.map(({ method, path, body }) =>
            method === "PATCH" ? body : path.split("/").pop()));
        const good = () => [{ labels: { team: "data" } }, { localizedDescription: title }];
        assert.deepEqual(told, [
            [{ labels, localizedDescription: title }, step],
            [{ labels: { epoch: 3 } }, ...good()],
            good().reverse(),
        ]);
    }
});

test("counts that wait for an answer are not told after the end", async () => {
    const record = recorded();
    const progress = await known(record);
    progress.complete();
    record.isAway = true;
    await record.clock.pass(250);
    record.isAway = false;
    progress.complete(2);
    progress.finish();
    record.answer = ({ path }) => (path.endsWith("completed-units") ? { status: 503, headers: {} } : undefined);
    await record.clock.pass(60_000);

    const said = record.batches.slice(1).map(({ lines }) => lines.map(({ path, body }) => [path.split("/").pop(), body.count]));
    assert.deepEqual(said, [[["completed-units", 1], ["finish", undefined]]]);
});

test("what is gone after its end is not made again for the members that are left", async () => {
    const record = recorded();
    record.answer = ({ body, path }) => {
        if (body.labels) return { status: path.endsWith("/n1") && !body.localizedDescription ? 404 : 400, headers: {} };
        if (path.endsWith("/n1")) return { status: 404, headers: {} };
    };
    const progress = new Progress(3, { reporter: record.reporter, title: "Import", labels: { epoch: 3 } });
    progress.finish();
    await record.clock.pass(60_000);

    assert.equal(calls(record).filter((call) => call === "POST /v1/progress").length, 2);
    assert.equal(calls(record).filter((call) => call.endsWith("/finish")).length, 1);
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
    await record.clock.pass(5_250);

    assert.equal(record.lines().at(-1).body.count, 1);
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

    const said = record.lines().map(({ path, body }) => [path.split("/").at(-1), body.count ?? body.completedUnitCount]);
    assert.deepEqual(said.filter(([, count]) => count), [["completed-units", 53], ["completed-units", 1]]);
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

    const made = record.lines().filter((line) => line.path === "/v1/progress").length;
    assert.ok(made > 9_000 && made <= 10_001, `${made} creates`);
    assert.equal(record.clock.timers, 0);
});

test("a named child whose create was not answered is made without its name where that is another's", async () => {
    const record = recorded();
    const parent = await known(record);
    record.isAway = true;
    const child = parent.child(4, { name: "part" });
    await record.clock.pass(250);
    record.isAway = false;
    record.answer = ({ method, body }) => {
        if (method === "GET") return { status: 200, headers: {}, body: { id: "n9", parentID: "other" } };
        return body?.name === "part" ? { status: 409, headers: {} } : undefined;
    };
    await record.clock.pass(6_000);

    assert.deepEqual([child.id, child.name], ["n2", null]);
});

test("halves of characters are replaced in all that is said", async () => {
    const record = recorded();
    const title = "b\ud83d \\ud83d \u{1f600}";
    const progress = new Progress(1, { reporter: record.reporter, title });
    progress.fail(new Error("x".repeat(4_095) + "\u{1f600}"));
    await record.clock.pass(250);

    const [create, fail] = record.lines();
    assert.equal(create.body.localizedDescription, "b\ufffd \\ud83d \u{1f600}");
    assert.equal(fail.body.message, "x".repeat(4_095));
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

test("the end of the process waits for the answer to its last word, also where nothing is left to say", async () => {
    const record = recorded();
    const progress = await known(record, 3);
    progress.set({ completed: 3, title: "Done" });
    let answer = () => {};
    record.hold = new Promise((resolve) => (answer = resolve));
    let hasEnded = false;
    const ended = record.reporter.farewell().then(() => (hasEnded = true));
    await record.clock.pass(100);
    assert.ok(!hasEnded);

    answer();
    await record.clock.pass(0);
    await ended;

    assert.equal(record.lines().length, 2);
});
