// The driver for the rows of Tests/clients/reporting: see their README.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import test from "node:test";

import { Progress, Reporter } from "../../../clients/js/progressd.js";
import { settled, StillClock } from "./kit.mjs";

const ROWS = new URL("../reporting/", import.meta.url);

/** One row as it is told: the progresses that the work made, and the request that has to come next. */
class Story {
    clock = new StillClock();
    start = this.clock.now();
    /** @type {Map<string, Progress>} */
    made = new Map();
    parents = new Map();
    waits = new Map();
    kinds = [];
    /** The values of `<key:1>` and the like. */
    known = new Map();

    constructor({ settings = {}, story }) {
        this.requests = story.filter((entry) => entry.request || entry.alone);
        this.reporter = new Reporter({
            url: "http://service",
            labels: {},
            ...settings,
            clock: this.clock,
            transport: (call) => this.answer(call),
            warn: (text, kind) => this.kinds.push(kind),
        });
        this.story = story;
    }

    get seconds() {
        return (this.clock.now() - this.start) / 1_000;
    }

    async tell() {
        for (const entry of this.story) {
            const time = this.start + entry.at * 1_000;
            await this.clock.reach(time);
            if (entry.work) this.work(entry);
            else await this.clock.pass(0);
            await settled();
            if (this.fault) throw this.fault;
            const what = `at ${entry.at}: ${JSON.stringify(entry)}`;
            if (entry.request || entry.alone) assert.ok(!this.requests.includes(entry), `nothing came ${what}`);
            if (entry.warnings) assert.deepEqual([...this.kinds].sort(), [...entry.warnings].sort(), what);
            for (const [name, directive] of Object.entries(entry.directive ?? {})) {
                const { isCancelled, isPaused } = this.made.get(name);
                assert.equal(isCancelled ? "cancel" : isPaused ? "pause" : "run", directive, what);
            }
            if (entry.work === "waited") assert.ok(this.waits.get(entry.of), what);
        }
        await settled();
        if (this.fault) throw this.fault;
    }

    work({ work, of, name, parent, pendingUnitCount, members, count, message, code }) {
        const progress = this.made.get(of);
        if (work === "make") {
            const { totalUnitCount, ...rest } = expanded(members);
            const above = this.made.get(parent);
            const options = { name, pendingUnitCount, ...rest, ...(above ? { parent: above } : { reporter: this.reporter }) };
            this.parents.set(of, parent);
            this.made.set(of, new Progress(totalUnitCount, options));
        }
        if (work === "begin") progress.begin();
        if (work === "complete") progress.complete(count);
        if (work === "set") progress.set(expanded(members));
        if (work === "finish") progress.finish();
        if (work === "leave") progress.leave();
        if (work === "fail") progress.fail({ message, code });
        if (work === "wait") void progress.checkpoint().then(() => this.waits.set(of, true));
        if (work === "farewell") void this.reporter.farewell();
    }

    async answer(call) {
        let expected;
        try {
            expected = this.expect(call);
        } catch (error) {
            this.fault ??= error;
            throw error;
        }
        return this.reply(call, expected);
    }

    /** The entry for this request, which has to match it in time and to the letter. */
    expect({ method, url, headers, body }) {
        const entry = this.requests.shift();
        const sent = `${method} ${url.pathname} ${body}`;
        assert.ok(entry, `unexpected at ${this.seconds}: ${sent}`);
        assert.ok(Math.abs(this.seconds - entry.at) < 0.001, `at ${this.seconds} for ${entry.at}: ${sent}`);
        if ("authorization" in entry) assert.equal(headers.Authorization ?? null, entry.authorization);
        if (entry.alone) {
            this.compare({ method, path: url.pathname + url.search, headers, body: JSON.parse(body) }, entry.alone);
            return { entry, lines: null };
        }
        assert.equal(url.pathname, "/v1/batch", sent);
        const lines = body.trim().split("\n").map((line) => JSON.parse(line));
        assert.equal(lines.length, entry.request.length, `${body} for ${JSON.stringify(entry.request)}`);
        lines.forEach((line, index) => this.compare(line, entry.request[index]));
        return { entry, lines };
    }

    compare(line, { call, body = {}, without = [], headers = {} }) {
        const expected = call.replace(/<(\w+)>/g, (_, name) => this.made.get(name).id ?? name);
        assert.equal(`${line.method} ${line.path}`, expected);
        const what = JSON.stringify(line);
        for (const [member, value] of Object.entries(expanded(body))) this.same(line.body?.[member], value, what);
        for (const member of without) assert.ok(!(member in (line.body ?? {})), what);
        const fields = Object.entries(line.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
        for (const [name, value] of Object.entries(headers)) {
            this.same(Object.fromEntries(fields)[name.toLowerCase()], value, what);
        }
    }

    same(found, expected, what) {
        if (!/^<\w+:\w+>$/.test(expected)) return assert.deepEqual(found, expected, what);
        assert.equal(typeof found, "string", what);
        for (const [known, value] of this.known) assert.equal(found === value, known === expected, what);
        this.known.set(expected, found);
    }

    async reply(call, { entry: { reply, alone }, lines }) {
        if (reply === "refused") throw Object.assign(new Error("nobody listens"), { code: "ECONNREFUSED" });
        if (reply === "lost") throw Object.assign(new Error("the connection broke"), { code: "ECONNRESET" });
        if (reply === "closed") throw Object.assign(new Error("it was closed"), { code: "ECONNRESET", wasClosed: true });
        if (reply === "silent") {
            await new Promise((resolve) => this.clock.after(2_000, resolve));
            throw new Error("no reply within 2000 ms");
        }
        if (reply && !Array.isArray(reply)) {
            return { status: reply.status, headers: { "content-type": reply.type }, body: reply.body };
        }
        const taken = new Set();
        const given = reply ?? (lines ?? [alone]).map(() => ({}));
        const asked = lines ?? [{ method: call.method, path: call.url.pathname, body: JSON.parse(call.body) }];
        const replies = given.map((answer, index) => this.usual(asked[index], answer, taken));
        if (!alone) return { status: 200, headers: {}, body: replies.map((one) => `${JSON.stringify(one)}\n`).join("") };
        const [{ status, headers }] = replies;
        const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
        return { status, headers: Object.fromEntries(fields), body: "" };
    }

    usual(line, { status, id, directive = "run", problem, body }, taken) {
        const isCreate = line.method === "PUT" || /\/(children|progress)$/.test(line.path);
        const created = id ?? (isCreate && status === undefined ? this.nameOf(line, taken) : undefined);
        const headers = { "Progress-Directive": directive };
        if (created) Object.assign(headers, { Location: `/v1/progress/${created}`, ETag: `"${created}.node.en.1"` });
        return { status: status ?? (isCreate ? 201 : 204), headers, body: body ?? (problem ? { title: problem } : undefined) };
    }

    /** The name in the row of what this line creates: the first that fits. */
    nameOf({ path, body }, taken) {
        const parent = /progress\/(\w+)\/children$/.exec(path)?.[1];
        for (const [name, progress] of this.made) {
            const above = this.made.get(this.parents.get(name));
            const fits = progress.id === null && !taken.has(name) && (body.name ?? null) === (parent ? progress.name : null);
            if (!fits || (parent ? above?.id !== parent : above && above.id !== null && !above.isFinished)) continue;
            taken.add(name);
            return name;
        }
        return "unknown";
    }
}

/** The members with `{"repeat": "✓", "times": 3}` written out. */
const expanded = (members) =>
    Object.fromEntries(
        Object.entries(members ?? {}).map(([member, value]) => [member, value?.times ? value.repeat.repeat(value.times) : value]),
    );

for (const file of (await readdir(ROWS)).filter((name) => name.endsWith(".json")).sort()) {
    for (const row of JSON.parse(await readFile(new URL(file, ROWS), "utf8"))) {
        test(`${file} (rule ${row.rule}): ${row.name}`, () => new Story(row).tell());
    }
}
