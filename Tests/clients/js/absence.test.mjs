import assert from "node:assert/strict";
import test from "node:test";

import { Progress, Reporter } from "../../../clients/js/progressd.js";
import { deadURL, run, serve, sleep, standIn, until } from "./kit.mjs";

/** A second of work; prints how many milliseconds lie between its end and that of the process. */
const WORK = `
    await Progress.run(200, { title: "Working" }, async (progress) => {
        for (let step = 0; step < 200; step += 1) {
            progress.complete();
            progress.child(3, { pendingUnitCount: 0 }).finish();
            await progress.checkpoint();
            await sleep(5);
        }
    });
    const done = performance.now();
    process.on("exit", () => console.log(performance.now() - done));`;

/** Does the work with that service, and checks what it says; returns the milliseconds after it. */
async function timeAfterWork(url) {
    const { status, output, errors } = await run(WORK, { PROGRESSD_URL: url });
    assert.equal(status, 0, errors);
    const lines = errors.trim().split("\n");
    assert.equal(lines.length, 1, errors);
    assert.match(lines[0], /^progressd: http:.*; the work continues, and nothing more is said of it\.$/);
    return Number(output);
}

/** The promise is one second; the rest is for a loaded machine. A server may be silent for longer than that. */
const LIMIT = 10_000;

test("a service that is not there delays neither the work nor the end of its process", async (t) => {
    const after = await timeAfterWork(await deadURL());
    assert.ok(after < LIMIT, `${after} ms after the work`);
});

test("a service that accepts and is silent delays neither the work nor the end of its process", async (t) => {
    const silent = await standIn(t, () => {});
    const after = await timeAfterWork(silent.url);
    assert.ok(after < LIMIT, `${after} ms after the work`);
});

test("a process that ends while its first word is unanswered waits at most a second", async (t) => {
    const silent = await standIn(t, () => {});
    const { output, errors } = await run(
        `new Progress(1).complete(); const at = Date.now(); process.on("exit", () => console.log(Date.now() - at));`,
        { PROGRESSD_URL: silent.url },
    );
    assert.ok(Number(output) >= 900 && Number(output) < LIMIT, `${output} ms`);
    assert.match(errors, /^progressd: http:\S+ has not answered in time; the work continues/);
});

test("a request on its way does not hold the process", async (t) => {
    const silent = await standIn(t, (request) => request.socket.write("HTTP/1.1 100 Continue\r\n\r\n"));
    const { output } = await run(
        `new Progress(1).complete();
        await sleep(300);
        console.log(process.getActiveResourcesInfo().filter((name) => /^TCP/.test(name)).join());`,
        { PROGRESSD_URL: silent.url },
    );
    assert.equal(output, "\n");
});

/** Look-ups take that many milliseconds, and hold the process, as the system's do; counts them. */
const slowLookups = (milliseconds, answer) => `
    const dns = (await import("node:dns")).default;
    let lookups = 0;
    dns.lookup = (host, options, done) => {
        lookups += 1;
        setTimeout(() => ${answer}, ${milliseconds});
    };
    process.on("exit", () => console.log(lookups));`;

test("a look-up that hangs is the only one, and its failure is that of the last report, too", async () => {
    const lookups = slowLookups(3_000, `done(Object.assign(new Error("no answer"), { code: "EAI_AGAIN" }))`);
    const { output, errors } = await run(lookups + WORK, { PROGRESSD_URL: "http://away" });
    assert.equal(output.split("\n")[0], "1", output);
    assert.match(errors, /^progressd: http:\/\/away does not answer .*\n$/);
});

test("a look-up that throws is a failure, and not the work's", async () => {
    const throws = `(await import("node:dns")).default.lookup = () => { throw new Error("no look-ups here"); };`;
    const { status, errors } = await run(throws + WORK, { PROGRESSD_URL: "http://away" });
    assert.equal(status, 0, errors);
    assert.match(errors, /^progressd: http:\/\/away does not answer \(no look-ups here\); .*\n$/);
});

test("an address that comes late is used as soon as it is there", async (t) => {
    const service = await serve(t);
    const url = service.url.replace("127.0.0.1", "localhost");
    const address = `...options.all ? [[{ address: "127.0.0.1", family: 4 }]] : ["127.0.0.1", 4]`;
    const lookups = slowLookups(1_500, `done(null, ${address})`);
    const { output } = await run(`${lookups} ${WORK} await sleep(1_000);`, { PROGRESSD_URL: url });
    assert.equal(output.split("\n")[0], "1", output);
    const { items } = (await service.call("GET", "/v1/progress")).body;
    assert.deepEqual(items.map((item) => [item.localizedDescription, item.state]), [["Working", "finished"]]);
});

test("a service that trickles its answer is silent, too", async (t) => {
    const slow = await standIn(t, (request, response) => {
        response.write("{");
        const drip = setInterval(() => response.write(" "), 100);
        response.on("close", () => clearInterval(drip));
    });
    const after = await timeAfterWork(slow.url);
    assert.ok(after < LIMIT, `${after} ms after the work`);
});

test("an answer without end does not fill the memory, and is one line without control characters", async (t) => {
    const endless = await standIn(t, (request, reply) => {
        const flood = () => {
            while (!reply.destroyed && reply.write(Buffer.alloc(2 ** 20, "\u001b"))) {}
        };
        reply.on("drain", flood);
        flood();
    });
    const { output, errors } = await run(
        `await Progress.run(1, { title: "Working" }, () => sleep(3_000));
        console.log(process.resourceUsage().maxRSS / 1_024);`,
        { PROGRESSD_URL: endless.url },
    );
    assert.ok(Number(output) < 250, `${output} MB`);
    assert.match(errors, /^progressd: http:\S+ does not answer \(a reply of more than 8388608 characters\); /);

    const said = [];
    const reporter = new Reporter({ url: "http://127.0.0.1:1", warn: (text) => said.push(text) });
    reporter.warn("service", "away\n\u001b]0;title\u0007still");
    assert.deepEqual(said, ["progressd: away ]0;title still; the work continues, and nothing more is said of it."]);
});

test("answers of 503, of other programs and of nonsense are one warning", async (t) => {
    const bodies = ["", "<html>Welcome</html>", "null\n", '{"status":201}\n{"status":201}\n{"status":201}\n'];
    for (const [index, body] of bodies.entries()) {
        const odd = await standIn(t, (request, response) => {
            request.resume();
            response.writeHead(index ? 200 : 503).end(body);
        });
        await timeAfterWork(odd.url);
    }
});

test("the last word is heard when the process ends by itself", async (t) => {
    const service = await serve(t);
    const { errors } = await run(`const progress = new Progress(3, { name: "short" }); progress.complete(3);`, {
        PROGRESSD_URL: service.url,
    });
    assert.equal(errors, "");
    await service.shows("short", { state: "finished" });
});

test("flush lets a program that calls process.exit have its last word", async (t) => {
    const service = await serve(t);
    const code = `new Progress(3, { name: "exit" }).finish(); await flush(20_000); process.exit(7);`;
    assert.equal((await run(code, { PROGRESSD_URL: service.url })).status, 7);
    await service.shows("exit", { state: "finished" });
});

test("reporting uses one connection, and closes none between its requests", async (t) => {
    let connections = 0;
    let requests = 0;
    const { url, server } = await standIn(t, (request, response) => {
        requests += 1;
        let text = "";
        request.on("data", (part) => (text += part));
        request.on("end", () => {
            const made = { status: 201, headers: { Location: "/v1/progress/x", "Progress-Directive": "run" } };
            response.end(`${JSON.stringify(made)}\n`.repeat(text.trim().split("\n").length));
        });
    });
    server.on("connection", () => (connections += 1));
    await run(
        `const progress = new Progress(100);
        for (let step = 0; step < 100; step += 1) { progress.complete(); progress.child(1).complete(); await sleep(15); }`,
        { PROGRESSD_URL: url },
    );
    assert.ok(requests > 2, `${requests} requests`);
    assert.equal(connections, 1);
});

test("a service that is restarted without its data is told everything again", async (t) => {
    const service = await serve(t);
    const warnings = [];
    const reporter = new Reporter({ url: service.url, labels: {}, warn: (text) => warnings.push(text) });
    const root = new Progress(10, { reporter, name: "job", title: "Job" });
    const early = root.child(2, { pendingUnitCount: 3 });
    early.complete(2);
    const late = root.child(4, { pendingUnitCount: 4, name: "late" });
    late.complete(1);
    root.complete(2);
    await reporter.flush(20_000);
    await service.shows("job", { completedUnitCount: 5 });

    await service.kill();
    root.complete(1);
    await until(() => warnings.length, "the warning");
    await service.start();
    late.complete(1);
    await until(async () => (await service.call("GET", "/v1/progress/job")).status === 200, "the progress");

    const members = { completedUnitCount: 6, totalUnitCount: 10, localizedDescription: "Job", state: "running" };
    await service.shows("job", members);
    await service.shows("job", { fractionCompleted: 0.8 });
    late.complete(2);
    await service.shows("job", { completedUnitCount: 10, state: "finished" });
    assert.equal(warnings.length, 1);
});

test("a service that is restarted with its data counts on where it was", async (t) => {
    const { mkdtemp, rm } = await import("node:fs/promises");
    const directory = await mkdtemp("/tmp/progressd-js-");
    t.after(() => rm(directory, { recursive: true, force: true }));
    const service = await serve(t, "--data-directory", directory, "--durability", "commit");
    const reporter = new Reporter({ url: service.url, labels: {}, warn() {} });
    const progress = new Progress(1_000, { reporter, name: "kept" });
    await reporter.flush(20_000);
    const { id } = progress;
    for (let step = 0; step < 300; step += 1) {
        progress.complete();
        if (step === 100) await service.kill();
        if (step === 150) await service.start();
        await sleep(5);
    }

    await service.shows("kept", { completedUnitCount: 300 });
    assert.equal(progress.id, id);
});

test("the last word reaches a service that came back just before", async (t) => {
    const { mkdtemp, rm } = await import("node:fs/promises");
    const directory = await mkdtemp("/tmp/progressd-js-");
    t.after(() => rm(directory, { recursive: true, force: true }));
    const service = await serve(t, "--data-directory", directory, "--durability", "commit");
    const ended = run(
        `const progress = new Progress(100, { name: "kept" });
        for (let step = 0; step < 99; step += 1) { progress.complete(); await sleep(30); }
        progress.finish();`,
        { PROGRESSD_URL: service.url },
    );
    await until(async () => (await service.get("kept")).completedUnitCount > 50, "half of the work");
    await service.kill();
    await sleep(500);
    await service.start();

    assert.match((await ended).errors, /does not answer/);
    await service.shows("kept", { state: "finished", completedUnitCount: 100 });
});

test("a loop whose body only computes is reported while it works, not only at its end", async (t) => {
    const service = await serve(t);
    const { output } = await run(`
        const progress = new Progress(3_000, { name: "busy" });
        for await (const _ of progress.track(Array(3_000))) {
            for (const end = performance.now() + 10; performance.now() < end; );
            if (progress.id) { console.log("heard"); break; }
        }`, { PROGRESSD_URL: service.url });
    assert.equal(output, "heard\n");
});

test("no message has the password or the query of the address", async () => {
    const addresses = ["ftp://user:secret@host", "http://user:secret@127.0.0.1:1/?token=secret", "user:secret@host:80"];
    for (const url of [...addresses, "http://user:se/cret@host", "http://user:secret@[", "http://user:secret@host:none"]) {
        const { errors } = await run(`new Progress(1).complete(); await sleep(300);`, { PROGRESSD_URL: url });
        assert.doesNotMatch(errors, /secret|se\/cret/, url);
        const watching = `try { for await (const one of watch("a")) break; } catch (error) { console.error(error); }`;
        const watched = await run(`setTimeout(() => process.exit(), 1500); ${watching}`, { PROGRESSD_URL: url });
        assert.doesNotMatch(watched.errors, /secret|se\/cret/, url);
    }
});
