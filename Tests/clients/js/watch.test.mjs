import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";

import { Refused, timeRemaining, watch } from "../../../clients/js/progressd.js";
import { deadURL, proxy, run, serve, settled, sleep, standIn, StillClock, until } from "./kit.mjs";

const put = (service, name, members = { totalUnitCount: 10 }) => service.call("PUT", `/v1/progress/${name}`, members);
const complete = (service, name, count) => service.call("POST", `/v1/progress/${name}/completed-units`, { count });

const STREAM = { "Content-Type": "text/event-stream" };

/** Collects the watched snapshots, in the background, until the test ends. */
function collect(t, progress, options) {
    const stop = new AbortController();
    t.after(() => stop.abort());
    const seen = Object.defineProperties([], { stop: { value: stop }, ended: { writable: true } });
    seen.ended = (async () => {
        for await (const snapshot of watch(progress, { signal: stop.signal, ...options })) seen.push(snapshot);
    })();
    seen.ended.catch(() => {});
    return seen;
}

test("a watcher sees every change as a whole snapshot, and ends with the progress", async (t) => {
    const service = await serve(t);
    await put(service, "import", { totalUnitCount: 3, localizedDescription: "Importing" });
    const seen = collect(t, "import", { url: service.url });
    for (let step = 1; step <= 3; step += 1) {
        await until(() => seen.at(-1)?.completedUnitCount === step - 1, `${step - 1} units`);
        await complete(service, "import", 1);
    }
    await seen.ended;

    assert.deepEqual([...new Set(seen.map((shown) => shown.completedUnitCount))], [0, 1, 2, 3]);
    assert.ok(seen.every((shown) => shown.localizedDescription === "Importing" && shown.id === seen[0].id));
    assert.deepEqual([seen.at(-1).state, seen.at(-1).reason], ["finished", undefined]);
});

test("a watcher whose connection is dropped again and again misses nothing that lasts", async (t) => {
    const service = await serve(t);
    await put(service, "import");
    const between = await proxy(t, service);
    const seen = collect(t, "import", { url: between.url });
    for (let step = 1; step <= 3; step += 1) {
        await until(() => seen.at(-1)?.completedUnitCount === step - 1, `${step - 1} units`);
        between.drop();
        await complete(service, "import", 1);
    }
    await until(() => seen.at(-1)?.completedUnitCount === 3, "3 units");
    await complete(service, "import", 7);
    await seen.ended;

    assert.equal(seen.at(-1).state, "finished");
});

test("a watcher waits for a service that is not there, and for one that refuses for a while", async (t) => {
    const statuses = [503, 0, 429, 500, 200];
    const service = await standIn(t, (request, response) => {
        const status = statuses.shift();
        if (status === 0) return request.destroy();
        response.writeHead(status, STREAM).end('event: snapshot\ndata: {"id":"x"}\n\nevent: end\ndata: {}\n\n');
    });
    const clock = new StillClock();
    const seen = collect(t, "x", { url: service.url, clock });
    for (let left = 4; left > 0; left -= 1) {
        await until(() => statuses.length === left && clock.next <= 10_000, "the pause");
        await clock.pass(clock.next);
    }
    await seen.ended;

    assert.deepEqual(seen, [{ id: "x" }]);
});

test("a watched progress counts its time left down until the next word, by the service's clock", async (t) => {
    const members = { id: "x", updatedAt: "2026-11-25T10:00:00.500Z", estimatedTimeRemaining: 90 };
    const stream = await standIn(t, (request, response) => {
        response.writeHead(200, { ...STREAM, Date: "Wed, 25 Nov 2026 10:00:20 GMT" });
        for (const state of ["running", "paused"]) {
            response.write(`event: snapshot\ndata: ${JSON.stringify({ ...members, id: state, state })}\n\n`);
        }
        response.end("event: end\ndata: {}\n\n");
    });
    const clock = new StillClock();
    const seen = collect(t, ["running", "paused"], { url: stream.url, clock });
    await seen.ended;
    const [running, paused] = seen;

    assert.equal(Math.round(timeRemaining(running)), 70);
    await clock.pass(30_000);
    assert.equal(Math.round(timeRemaining(running)), 40);
    await clock.pass(200_000);
    assert.deepEqual([timeRemaining(running), timeRemaining(paused)], [0, null]);
    assert.deepEqual([timeRemaining({ ...running }), running.estimatedTimeRemaining], [90, 90]);
});

test("it resumes with the last id, forgets what it held after a reset, and stops at 204", async (t) => {
    const ids = [];
    const stream = await standIn(t, (request, response) => {
        ids.push(request.headers["last-event-id"]);
        response.writeHead(ids.length < 3 ? 200 : 204, { "Content-Type": "text/event-stream" });
        const event = (id, type, data) =>
            response.write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
        if (ids.length === 1) {
            response.write("retry: 20\n\n");
            event("a-1", "snapshot", { id: "x", name: "old", state: "running" });
        } else if (ids.length === 2) {
            event("b-1", "reset", {});
            event("b-2", "snapshot", { id: "x", state: "paused" });
        }
        response.end();
    });
    const seen = collect(t, "x", { url: stream.url });
    await seen.ended;

    assert.deepEqual(ids, [undefined, "a-1", "b-2"]);
    assert.deepEqual(seen, [{ id: "x", name: "old", state: "running" }, { id: "x", state: "paused" }]);
});

test("what is removed comes once more as removed", async (t) => {
    const service = await serve(t);
    await put(service, "import");
    const seen = collect(t, "import", { url: service.url });
    await until(() => seen.length, "the snapshot");
    await service.call("DELETE", "/v1/progress/import");
    await seen.ended;

    assert.deepEqual([seen.at(-1).name, seen.at(-1).isRemoved], ["import", true]);
});

test("a watcher of runs stays for the next one, and may come before the first", async (t) => {
    const service = await serve(t);
    const seen = collect(t, "nightly", { url: service.url, runs: true });
    for (const run of [1, 2]) {
        await put(service, "nightly", { totalUnitCount: run });
        await until(() => seen.at(-1)?.run === run, `run ${run}`);
        await complete(service, "nightly", run);
        await until(() => seen.at(-1)?.state === "finished", `the end of run ${run}`);
    }
    seen.stop.abort();
    await assert.rejects(seen.ended, { name: "AbortError" });
});

test("descendants are watched as well, also those that join later", async (t) => {
    const service = await serve(t);
    await put(service, "root");
    const seen = collect(t, "root", { url: service.url, descendants: true });
    await until(() => seen.length, "the snapshot");
    await service.call("POST", "/v1/progress/root/children", { name: "leaf", totalUnitCount: 2, pendingUnitCount: 10 });
    await until(() => seen.some((shown) => shown.name === "leaf"), "the child");
    await complete(service, "leaf", 2);
    await seen.ended;

    assert.ok(seen.some((shown) => shown.name === "leaf" && shown.state === "finished"));
    assert.ok(seen.some((shown) => shown.name === "root" && shown.state === "finished"));
});

test("several progresses, or all roots, come over one connection", async (t) => {
    const service = await serve(t);
    for (const name of ["a", "b", "c"]) await put(service, name);
    const some = collect(t, ["a", "b"], { url: service.url });
    const all = collect(t, undefined, { url: service.url });
    const names = (seen) => [...new Set(seen.map((shown) => shown.name))].sort().join("");
    await until(() => names(some) === "ab" && names(all) === "abc", "the snapshots");
    all.stop.abort();
    await assert.rejects(all.ended, { name: "AbortError" });
});

test("what is not there, or not for this token, is refused with its status", async (t) => {
    const service = await serve(t);
    const { url } = service;
    await assert.rejects(watch("nothing", { url }).next(), (error) => error instanceof Refused && error.status === 404);
    const guarded = await standIn(t, (request, response) => {
        const isKnown = request.headers.authorization === "Bearer secret";
        response.writeHead(isKnown ? 403 : 401).end();
    });
    await assert.rejects(watch("x", { url: guarded.url }).next(), { status: 401 });
    await assert.rejects(watch("x", { url: guarded.url, token: "secret" }).next(), { status: 403 });
});

test("what is no stream of events ends a watcher, and an outage does not", async (t) => {
    const replies = [[502, "text/html"], [504, "text/html"], [200, "text/html; charset=utf-8"]];
    const other = await standIn(t, (request, response) => {
        const [status, type] = replies.shift();
        response.writeHead(status, { "Content-Type": type }).end("<title>Sign in</title>");
    });
    const clock = new StillClock();
    const refused = assert.rejects(watch("x", { url: other.url, clock }).next(), (error) => {
        assert.match(error.message, /is no stream of progressd: its answer is text\/html/);
        return error instanceof Refused && error.status === 200;
    });
    for (const left of [2, 1]) {
        await until(() => replies.length === left && clock.next <= 10_000, "the pause");
        await clock.pass(clock.next);
    }
    await refused;
    assert.equal(clock.timers, 0);
});

test("the signal ends a watcher at once: before it begins, while it waits, and between its attempts", async (t) => {
    const service = await serve(t);
    await put(service, "import");
    await assert.rejects(watch("import", { url: service.url, signal: AbortSignal.abort(new Error("no")) }).next(), /no/);

    const open = new AbortController();
    const watcher = watch("import", { url: service.url, signal: open.signal });
    await watcher.next();
    const next = watcher.next();
    open.abort(new Error("enough"));
    await assert.rejects(next, /enough/);

    const between = new AbortController();
    const clock = new StillClock();
    const waiting = watch("import", { url: await deadURL(), signal: between.signal, clock }).next();
    await until(() => clock.next <= 10_000, "the pause between attempts");
    between.abort(new Error("never mind"));
    await assert.rejects(waiting, /never mind/);
    assert.equal(clock.timers, 0);
});

test("attempts come with growing pauses, up to ten seconds", async (t) => {
    const url = await deadURL();
    const clock = new StillClock();
    const stop = new AbortController();
    const waits = [];
    const after = clock.after.bind(clock);
    clock.after = (milliseconds, action) => {
        if (milliseconds !== 45_000) waits.push(milliseconds);
        return after(milliseconds, action);
    };
    const watching = watch("import", { url, clock, signal: stop.signal }).next();
    for (let attempt = 1; attempt <= 8; attempt += 1) {
        await until(() => waits.length === attempt, `attempt ${attempt}`);
        assert.equal(getEventListeners(stop.signal, "abort").length, 1);
        await clock.pass(waits.at(-1));
    }
    stop.abort(new Error("enough"));
    await assert.rejects(watching, /enough/);

    const longest = [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000];
    for (const [index, wait] of longest.entries()) {
        assert.ok(waits[index] >= wait / 2 && waits[index] <= wait, `${waits[index]} of ${wait}`);
    }
});

test("a stream that falls silent is taken for broken", async (t) => {
    let connections = 0;
    const silent = await standIn(t, (request, response) => {
        connections += 1;
        response.writeHead(200, STREAM).write('retry: 10\n\nevent: snapshot\ndata: {"id":"x"}\n\n');
        if (connections === 2) response.end("event: end\ndata: {}\n\n");
    });
    const clock = new StillClock();
    const seen = collect(t, "x", { url: silent.url, clock });
    await until(() => seen.length === 1, "the snapshot");
    await clock.pass(44_000);
    assert.equal(connections, 1);
    await clock.pass(1_000);
    await until(() => clock.next <= 10_000, "the pause");
    await clock.pass(10);
    await seen.ended;
    assert.equal(connections, 2);
});

test("a loop that is left lets go of its connection", async (t) => {
    const service = await serve(t);
    await put(service, "import");
    const between = await proxy(t, service);
    const { signal } = new AbortController();
    for await (const _ of watch("import", { url: between.url, signal })) break;
    await until(() => between.connections.size === 0, "the end of the connection");
});

test("a watcher keeps its process alive between attempts, and until the progress has ended", async (t) => {
    const service = await serve(t);
    await put(service, "import");
    const between = await proxy(t, service);
    const code = `for await (const shown of watch("import")) console.log(shown.state);`;
    const ended = run(code, { PROGRESSD_URL: between.url });
    await until(() => between.connections.size, "the watcher");
    await sleep(300);
    between.drop();
    await complete(service, "import", 10);

    const { status, output } = await ended;
    assert.equal(status, 0);
    assert.match(output, /finished\n$/);
    await settled();
});

test("a slow loop skips to the newest state, and its stream is not taken for silent", async (t) => {
    let send = () => {};
    let connections = 0;
    const stream = await standIn(t, (request, response) => {
        connections += 1;
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        send = (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
        send("snapshot", { id: "x", completedUnitCount: 0 });
    });
    const clock = new StillClock();
    const seen = [];
    for await (const shown of watch("x", { url: stream.url, clock })) {
        seen.push(shown.completedUnitCount);
        if (seen.length > 1) continue;
        for (let count = 1; count <= 50; count += 1) send("progress", { id: "x", completedUnitCount: count });
        for (let comments = 0; comments < 4; comments += 1) {
            const before = clock.next;
            await clock.pass(15_000);
            send("progress", { id: "x", completedUnitCount: 51 + comments });
            await until(() => clock.next > before - 15_000, "the reading");
        }
        send("end", {});
        await until(() => clock.timers === 0, "the end of the stream");
    }

    assert.deepEqual(seen, [0, 54]);
    assert.equal(connections, 1);
});

test("a subtree that is removed is told with all below it, and what a reset leaves out is told as well", async (t) => {
    const stream = await standIn(t, (request, response) => {
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        const send = (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
        for (const [id, parentID] of [["leaf", "part"], ["part", "top"], ["top", null], ["a", null], ["b", null]]) {
            send("snapshot", { id, parentID });
        }
        send("removed", { id: "top" });
        send("reset", {});
        send("snapshot", { id: "b", parentID: null });
        send("synced", {});
        response.end("event: end\ndata: {}\n\n");
    });
    const last = new Map();
    for await (const shown of watch(undefined, { url: stream.url, descendants: true })) last.set(shown.id, shown);

    const removed = [...last.values()].filter((shown) => shown.isRemoved).map((shown) => shown.id);
    assert.deepEqual(removed.sort(), ["a", "leaf", "part", "top"]);
    assert.equal(last.get("b").isRemoved, undefined);
});

test("a list of none is watched to its end at once", async () => {
    for await (const _ of watch([], { url: await deadURL() })) assert.fail("something came");
});
