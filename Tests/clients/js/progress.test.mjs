import assert from "node:assert/strict";
import test from "node:test";

import { Cancelled, Progress, Reporter, track } from "../../../clients/js/progressd.js";
import { run, serve, sleep, standIn, until } from "./kit.mjs";

/** A service, and a reporter to it. */
async function begin(t, ...options) {
    const service = await serve(t, ...options);
    const warnings = [];
    const reporter = new Reporter({ url: service.url, labels: {}, warn: (text) => warnings.push(text) });
    return { service, reporter, warnings };
}

test("what the work says is what the service shows", async (t) => {
    const { service, reporter, warnings } = await begin(t);
    const given = { kind: "file", labels: { job: "4711" }, userInfo: { a: 1 } };
    const progress = new Progress(10, { reporter, name: "import", title: "Importing", ...given });
    progress.complete();
    progress.complete(2);
    progress.set({ userInfo: { b: 2 } });
    await reporter.flush(20_000);

    const shown = await service.get("import");
    assert.equal(shown.id, progress.id);
    assert.deepEqual([shown.completedUnitCount, shown.totalUnitCount, shown.state], [3, 10, "running"]);
    assert.deepEqual([shown.localizedDescription, shown.kind, shown.leaseSeconds], ["Importing", "file", 60]);
    assert.deepEqual([shown.labels, shown.userInfo, shown.isPausable], [{ job: "4711" }, { a: 1, b: 2 }, true]);

    progress.set({ completed: 5, total: 20, title: "Still importing" });
    await reporter.flush(20_000);
    const members = { completedUnitCount: 5, totalUnitCount: 20, localizedDescription: "Still importing" };
    await service.shows("import", members);
    progress.finish();
    await reporter.flush(20_000);
    await service.shows("import", { state: "finished", completedUnitCount: 20 });
    assert.deepEqual(warnings, []);
});

test("a name begins its next run each time", async (t) => {
    const { service, reporter } = await begin(t);
    for (const total of [3, 4]) {
        new Progress(total, { reporter, name: "backup" }).finish();
        await reporter.flush(20_000);
    }

    const { items } = (await service.call("GET", "/v1/progress/backup/runs")).body;
    const runs = items.map(({ run, totalUnitCount, state }) => [run, totalUnitCount, state]);
    assert.deepEqual(runs, [[2, 4, "finished"], [1, 3, "finished"]]);
});

test("children and grandchildren add up as the service adds them up", async (t) => {
    const { service, reporter } = await begin(t);
    const root = new Progress(10, { reporter, name: "release" });
    const part = root.child(4, { pendingUnitCount: 8, title: "Copying" });
    const file = part.child(1000, { pendingUnitCount: 2, kind: "file" });
    file.complete(500);
    root.complete(1);
    await reporter.flush(20_000);
    assert.equal((await service.get("release")).fractionCompleted, root.fractionCompleted);
    assert.equal(root.fractionCompleted, 0.3);

    file.complete(500);
    part.complete(2);
    root.complete(1);
    await reporter.flush(20_000);

    const shown = await service.shows("release", { state: "finished", completedUnitCount: 10 });
    assert.equal(shown.childCount, 1);
    assert.equal(root.completedUnitCount, 10);
});

test("work that returns is finished, and its value is passed on", async (t) => {
    const { service, reporter } = await begin(t);
    const value = await Progress.run(3, { reporter, name: "sum" }, async (progress) => {
        progress.complete();
        return 42;
    });
    await reporter.flush(20_000);

    assert.equal(value, 42);
    await service.shows("sum", { state: "finished", completedUnitCount: 3 });
});

test("work that throws has failed with its message and code, and the error is thrown on", async (t) => {
    const { service, reporter } = await begin(t);
    const error = Object.assign(new Error("No space left"), { code: "ENOSPC" });
    const work = Progress.run(3, { reporter, name: "copy" }, () => {
        throw error;
    });

    await assert.rejects(work, (thrown) => thrown === error);
    const { failure } = await service.shows("copy", { state: "failed" });
    assert.deepEqual([failure.message, failure.code], ["No space left", "ENOSPC"]);
});

test("a name and a failure whose texts cannot be had do not break the work", async (t) => {
    const { service, reporter } = await begin(t);
    const mute = { toString: () => assert.fail("no text") };
    class Mute extends Error {
        get message() {
            return assert.fail("no text");
        }
    }
    new Progress(3, { reporter, title: "Mute", name: mute }).complete();
    new Progress(3, { reporter, name: "mute" }).fail(new Mute());
    await reporter.flush(20_000);

    assert.equal((await service.shows("mute", { state: "failed" })).failure.code, null);
});

test("an uncaught error of the outermost work is told before the process dies of it", async (t) => {
    const { service } = await begin(t);
    const code = `await Progress.run(3, { name: "doomed" }, async () => {
        await flush(20_000);
        throw new TypeError("Boom");
    });`;
    const { status, errors } = await run(code, { PROGRESSD_URL: service.url });

    assert.equal(status, 1);
    assert.match(errors, /Boom/);
    const { failure } = await service.shows("doomed", { state: "failed" });
    assert.deepEqual([failure.message, failure.code], ["Boom", "TypeError"]);
});

test("cancel ends a loop at its next item, and a fetch at once", async (t) => {
    const { service, reporter } = await begin(t);
    let served = false;
    const silent = await standIn(t, () => (served = true));
    const work = Progress.run(1_000_000, { reporter, name: "long" }, async (progress) => {
        const download = fetch(silent.url, { signal: progress.signal });
        const loop = (async () => {
            for await (const _ of progress.track(Array(1_000_000))) await sleep(5);
        })();
        return Promise.allSettled([download, loop]).then((ends) => {
            assert.ok(ends.every((end) => end.reason instanceof Cancelled), String(ends.map((end) => end.reason)));
            throw ends[1].reason;
        });
    });
    await until(async () => served && (await service.get("long")).completedUnitCount > 0, "the first units");
    await service.control("long", "cancel");

    await assert.rejects(work, Cancelled);
    await service.shows("long", { state: "cancelled", failure: null });
});

test("pause holds a loop until resume", async (t) => {
    const { service, reporter } = await begin(t);
    let count = 0;
    const progress = new Progress(1_000_000, { reporter, name: "long" });
    const work = (async () => {
        for await (const _ of progress.track(Array(1_000_000))) {
            count += 1;
            await sleep(5);
        }
    })();
    await until(() => progress.id && count > 10, "the first items");
    await service.control("long", "pause");
    await until(() => progress.isPaused, "the pause");
    await sleep(50);
    const held = count;
    await sleep(500);
    assert.equal(count, held);

    await service.control("long", "resume");
    await until(() => count > held + 10, "further items");
    await service.control("long", "cancel");
    await assert.rejects(work, Cancelled);
});

test("a paused process waits, though it has nothing else to do", async (t) => {
    const { service } = await begin(t);
    const ended = run(
        `const progress = new Progress(2, { name: "held" });
        for (const _ = progress.signal; !progress.isPaused; ) await sleep(50);
        console.log("paused");
        await progress.checkpoint();
        console.log("resumed");
        progress.finish();`,
        { PROGRESSD_URL: service.url },
    );
    await until(async () => (await service.call("GET", "/v1/progress/held")).status === 200, "the progress");
    await service.control("held", "pause");
    await service.shows("held", { state: "paused" });
    await sleep(1_500);
    await service.control("held", "resume");

    assert.deepEqual(await ended, { status: 0, output: "paused\nresumed\n", errors: "" });
    await service.shows("held", { state: "finished" });
});

test("a tracked loop is one unit an item, over arrays, sets and asynchronous sources", async (t) => {
    const { service, reporter } = await begin(t);
    async function* source() {
        yield* [1, 2, 3, 4];
    }
    const seen = [];
    for await (const row of track([1, 2, 3], { reporter, name: "array" })) seen.push(row);
    for await (const row of track(new Set(["a", "b"]), { reporter, name: "set" })) seen.push(row);
    for await (const row of track(source(), { reporter, name: "source" })) seen.push(row);
    await reporter.flush(20_000);

    assert.deepEqual(seen, [1, 2, 3, "a", "b", 1, 2, 3, 4]);
    for (const [name, total] of [["array", 3], ["set", 2], ["source", 4]]) {
        await service.shows(name, { state: "finished", totalUnitCount: total, completedUnitCount: total });
    }
});

test("a tracked loop left early is finished with what it did; one whose source throws has failed", async (t) => {
    const { service, reporter } = await begin(t);
    for await (const row of track([1, 2, 3], { reporter, name: "left" })) if (row === 3) break;
    function* broken() {
        yield 1;
        throw new RangeError("Unreadable");
    }
    await assert.rejects(async () => {
        for await (const _ of track(broken(), { reporter, name: "broken" }));
    }, RangeError);
    await reporter.flush(20_000);

    await service.shows("left", { state: "finished", totalUnitCount: 3, localizedAdditionalDescription: "2 of 3" });
    const { failure, completedUnitCount } = await service.shows("broken", { state: "failed" });
    assert.deepEqual([failure.message, completedUnitCount], ["Unreadable", 1]);
});

test("a counter counts bytes, holds the stream while paused, and breaks it on cancel", async (t) => {
    const { service, reporter } = await begin(t);
    const progress = new Progress(null, { reporter, kind: "file", name: "bytes" });
    let produced = 0;
    const source = new ReadableStream({
        async pull(controller) {
            await sleep(5);
            produced += 1_000;
            controller.enqueue(new Uint8Array(1_000));
        },
    });
    const copied = source.pipeThrough(progress.counter()).pipeTo(new WritableStream());
    await until(() => progress.id && produced > 10_000, "the first bytes");
    await service.control("bytes", "pause");
    await until(() => progress.isPaused, "the pause");
    await sleep(100);
    const held = produced;
    await sleep(500);
    assert.equal(produced, held);

    await service.control("bytes", "cancel");

    await assert.rejects(copied, Cancelled);
    assert.ok(progress.completedUnitCount % 1_000 === 0 && progress.completedUnitCount > 0);
});

test("units reserved for another process become its progress, or are complete when nobody claims them", async (t) => {
    const { service, reporter } = await begin(t);
    const progress = new Progress(10, { reporter, name: "order" });
    await reporter.flush(20_000);
    await progress.withReservation(6, async (headers) => {
        const code = `new Progress(4, { reservation: process.env.TOKEN, title: "Packing" }).complete(2);`;
        await run(code, { PROGRESSD_URL: service.url, TOKEN: headers["Progress-Reservation"] });
    });
    const { items } = (await service.call("GET", "/v1/progress/order/children")).body;
    assert.deepEqual(items.map((child) => [child.localizedDescription, child.pendingUnitCount]), [["Packing", 6]]);
    await service.shows("order", { fractionCompleted: 0.3 });

    await progress.withReservation(4, () => {});

    await service.shows("order", { completedUnitCount: 4 });
});

test("without a service, reserved work gets no headers and its units are complete", async () => {
    const progress = new Progress(10, { reporter: new Reporter({ url: "http://127.0.0.1:9", warn() {} }) });
    const headers = await progress.withReservation(3, (headers) => headers);

    assert.deepEqual(headers, {});
    assert.equal(progress.completedUnitCount, 3);
});


test("a reservation lets processes without a token report whole trees", async (t) => {
    const service = await serve(t, { tokens: "operator:secret" });
    const warnings = [];
    const warn = (text) => warnings.push(text);
    const owner = new Reporter({ url: service.url, token: "secret", labels: {}, warn });
    const guest = new Reporter({ url: service.url, labels: {}, warn });
    const order = new Progress(10, { reporter: owner, name: "order" });
    await owner.flush(20_000);
    for (let part = 0; part < 2; part += 1) {
        await order.withReservation(4, async (headers) => {
            const packing = new Progress(4, { reporter: guest, reservation: headers["Progress-Reservation"] });
            packing.child(1, { pendingUnitCount: 2 }).complete();
            packing.complete();
            await until(() => packing.id, "the claim");
        });
    }

    const token = { Authorization: "Bearer secret" };
    await until(async () => {
        const { body } = await service.call("GET", "/v1/progress/order/tree", undefined, token);
        return body.fractionCompleted === 0.6 && body.children.every((child) => child.childCount === 1);
    }, "both parts and what is below them");
    assert.deepEqual(warnings, []);
});

test("the environment says where, as whom and with which labels", async (t) => {
    const { service } = await begin(t);
    const environment = { PROGRESSD_URL: `${service.url}/`, PROGRESSD_LABELS: "job=4711, team=data=x", PROGRESSD_TOKEN: "t" };
    const { errors } = await run(`new Progress(2, { name: "env", labels: { team: "own" } }).complete(2);`, environment);

    assert.equal(errors, "");
    const shown = await service.shows("env", { state: "finished" });
    assert.deepEqual(shown.labels, { job: "4711", team: "own" });
});

test("creates whose replies are lost leave one run and one child", async (t) => {
    const service = await serve(t);
    let lost = 0;
    const transport = async ({ method, url, headers, body }) => {
        const reply = await fetch(url, { method, headers, body });
        const text = await reply.text();
        if (lost++ % 3 === 0) throw new Error("the reply is lost");
        return { status: reply.status, headers: Object.fromEntries(reply.headers), body: text };
    };
    const reporter = new Reporter({ url: service.url, labels: {}, transport, warn() {} });
    const progress = new Progress(10, { reporter, name: "nightly" });
    progress.complete(3);
    await until(() => progress.id, "the run");
    await reporter.flush(20_000);
    lost = 0;
    const part = progress.child(4, { name: "part", pendingUnitCount: 5 });
    await until(() => part.id, "the child");
    part.complete(4);
    await service.shows("nightly", { completedUnitCount: 8, state: "running" });

    assert.equal((await service.call("GET", "/v1/progress/nightly/runs")).body.items.length, 1);
    const { items } = (await service.call("GET", "/v1/progress/nightly/children")).body;
    assert.deepEqual(items.map((item) => item.name), ["part"]);
});

test("counts are shown though the service refuses an address beside them", async (t) => {
    const { service, reporter, warnings } = await begin(t);
    const urls = { log: "none", trace: "https://traces/1" };
    const progress = new Progress(null, { reporter, name: "later" });
    const born = new Progress(10, { reporter, name: "born", title: "z".repeat(5_000), userInfo: { a: 1 }, urls });
    await reporter.flush(20_000);
    progress.set({ completed: 5, urls });
    progress.finish();
    born.complete(4);
    await reporter.flush(20_000);

    await service.shows("later", { state: "finished", completedUnitCount: 5 });
    const shown = await service.shows("born", { completedUnitCount: 4, localizedDescription: "z".repeat(4_096) });
    assert.deepEqual([shown.userInfo, shown.urls, shown.isPausable], [{ a: 1 }, { trace: "https://traces/1" }, true]);
    assert.equal(warnings.length, 1);
});

test("a label that is refused costs no title, though the work has ended meanwhile", async (t) => {
    const { service, reporter, warnings } = await begin(t);
    const labels = { epoch: 3, team: "data" };
    const root = new Progress(10, { reporter, name: "root" });
    await reporter.flush(20_000);
    new Progress(3, { reporter, name: "whole", title: "My import", labels }).finish();
    new Progress(3, { reporter, name: "lost", title: "My import", labels }).fail(new Error("boom"));
    root.child(3, { name: "part", title: "My import", labels, pendingUnitCount: 4 }).finish();
    await reporter.flush(20_000);
    root.set({ completed: root.completedUnitCount + 1 });
    await reporter.flush(20_000);

    for (const [name, state] of [["whole", "finished"], ["lost", "failed"], ["part", "finished"]]) {
        const shown = await service.shows(name, { state, localizedDescription: "My import" });
        assert.deepEqual(shown.labels, { team: "data" }, name);
    }
    await service.shows("root", { completedUnitCount: 5 });
    assert.equal(warnings.length, 1);
});

test("a program that ends at once has told its title beside a label that is refused", async (t) => {
    const service = await serve(t);
    const code = `const progress = new Progress(3, { name: "brief", title: "My import", labels: { epoch: 3 } });
        progress.complete(3);
        progress.finish();`;
    await run(code, { PROGRESSD_URL: service.url });

    await service.shows("brief", { state: "finished", localizedDescription: "My import" });
});

test("17 MB of userInfo are lost, and nothing else", async (t) => {
    const { service, reporter, warnings } = await begin(t);
    const all = Object.fromEntries(Array.from({ length: 4_200 }, (_, index) => [index, "x".repeat(4_000)]));
    const odd = new Progress(10, { reporter, name: "odd" });
    const born = new Progress(10, { reporter, name: "born", userInfo: { all } });
    const other = new Progress(10, { reporter, name: "other" });
    await reporter.flush(20_000);
    odd.set({ completed: 3, userInfo: { all } });
    born.complete(4);
    other.complete(5);
    await reporter.flush(20_000);

    await service.shows("odd", { completedUnitCount: 3 });
    await service.shows("born", { completedUnitCount: 4 });
    await service.shows("other", { completedUnitCount: 5 });
    assert.equal(warnings.length, 1);
});

test("a part is a step that waits until the work enters it", async (t) => {
    const { service, reporter } = await begin(t);
    const root = new Progress(10, { reporter, name: "root" });
    const part = root.child(2, { name: "part" });
    await reporter.flush(20_000);
    const waiting = await service.get("part");
    part.begin();
    await reporter.flush(20_000);

    assert.deepEqual([waiting.startedAt, waiting.leaseSeconds], [null, null]);
    const begun = await service.shows("part", { leaseSeconds: 60 });
    assert.notEqual(begun.startedAt, null);
});

test("an uncaught cancel ends the process with 130 and without a stack, however it is wrapped", async (t) => {
    const service = await serve(t);
    const ways = {
        checkpoint: `for (;;) { await progress.checkpoint(); await sleep(10); }`,
        run: `await Progress.run(3, async (inner) => { for (;;) { await progress.checkpoint(); await sleep(10); } });`,
        track: `for await (const _ of progress.track(Array(100_000))) await sleep(10);`,
        wrapped: `const { setTimeout } = await import("node:timers/promises");
            await setTimeout(60_000, null, { signal: progress.signal });`,
        callback: `progress.signal.addEventListener("abort", () => { throw new Error("outer", { cause: progress.signal.reason }); });
            await sleep(60_000);`,
    };
    const ended = Object.entries(ways).map(async ([name, code]) => {
        const environment = { PROGRESSD_URL: service.url };
        const work = run(`const progress = new Progress(100_000, { name: ${JSON.stringify(name)} }); ${code}`, environment);
        await until(async () => (await service.get(name))?.id, name);
        await service.control(name, "cancel");
        const { status, errors } = await work;
        assert.equal(status, 130, `${name}: ${errors}`);
        assert.doesNotMatch(errors, /\n {4}at /, name);
    });
    await Promise.all(ended);
});

test("a cancel that is caught, and an error that is none, change no status", async (t) => {
    const service = await serve(t);
    const cases = {
        caught: [`try { for (;;) { await progress.checkpoint(); await sleep(10); } } catch { process.exitCode = 3; }`, 3],
        own: [`process.on("uncaughtException", () => process.exit(4));
            for (;;) { await progress.checkpoint(); await sleep(10); }`, 4],
        other: [`try { for (;;) { await progress.checkpoint(); await sleep(10); } } catch { throw new Error("lost"); }`, 1],
    };
    const ended = Object.entries(cases).map(async ([name, [code, expected]]) => {
        const environment = { PROGRESSD_URL: service.url };
        const work = run(`const progress = new Progress(10, { name: ${JSON.stringify(name)} }); ${code}`, environment);
        await until(async () => (await service.get(name))?.id, name);
        await service.control(name, "cancel");
        assert.equal((await work).status, expected, name);
    });
    await Promise.all(ended);
});

test("what is open when the program ends has failed, and what reached its total has finished", async (t) => {
    const service = await serve(t);
    const code = `new Progress(3, { name: "open" }).complete(1); new Progress(3, { name: "full" }).complete(3);`;
    const { status, errors } = await run(code, { PROGRESSD_URL: service.url });

    assert.deepEqual([status, errors], [0, ""]);
    const open = await service.shows("open", { state: "failed", completedUnitCount: 1 });
    assert.equal(open.failure.code, "exited");
    await service.shows("full", { state: "finished" });
});

test("work that handlers of beforeExit begin is not over when they are called", async (t) => {
    const service = await serve(t);
    const handler = `let calls = 0;
        process.on("beforeExit", () => {
            calls += 1;
            if (calls <= 3) setTimeout(() => { made.complete(2); if (calls === 3) made.finish(); }, 100);
        });`;
    const environment = { PROGRESSD_URL: service.url };
    const open = `new Progress(2, { name: "open" }).complete();`;
    const early = await run(`let made; ${handler} made = new Progress(6, { name: "early" });`, environment);
    const late = await run(`${open} const made = new Progress(6, { name: "late" }); ${handler}`, environment);

    assert.deepEqual([early.errors, late.errors], ["", ""]);
    for (const name of ["early", "late"]) await service.shows(name, { state: "finished", completedUnitCount: 6 });
    const { failure } = await service.shows("open", { state: "failed", completedUnitCount: 1 });
    assert.equal(failure.code, "exited");
});

test("a service that takes little in one request is told all in parts", async (t) => {
    const { service, reporter, warnings } = await begin(t, "--max-batch-lines", "10", "--max-batch-bytes", "4096");
    const root = new Progress(100, { reporter, name: "root" });
    const all = Array.from({ length: 100 }, () => root.child(2));
    await reporter.flush(20_000);
    for (const child of all) child.complete(2);
    await reporter.flush(20_000);

    await service.shows("root", { state: "finished", completedUnitCount: 100 });
    assert.deepEqual(warnings, []);
});

test("a child that fails just before its root finishes is shown as failed", async (t) => {
    const { service, reporter } = await begin(t);
    const root = new Progress(10, { reporter, name: "root" });
    await reporter.flush(20_000);
    root.child(4, { name: "part" }).fail(new Error("No space left"));
    root.finish();
    await reporter.flush(20_000);

    const { failure } = await service.shows("part", { state: "failed" });
    assert.equal(failure.message, "No space left");
    await service.shows("root", { state: "finished" });
});

test("work that finds more work as it goes is not shown as finished in between", async (t) => {
    const { service, reporter } = await begin(t);
    const root = new Progress(100, { reporter, name: "root" });
    const crawl = root.child(1, { name: "crawl", pendingUnitCount: 10 });
    await reporter.flush(20_000);
    for (let page = 0; page < 3; page += 1) {
        crawl.set({ total: crawl.totalUnitCount + 1 });
        crawl.complete();
        await reporter.flush(20_000);
        assert.equal((await service.get("root")).completedUnitCount, 0);
    }
    crawl.complete();

    await service.shows("root", { completedUnitCount: 10 });
});
