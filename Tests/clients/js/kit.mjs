// The service, stand-ins for it, a clock that only tests move, and how to wait.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { Reporter } from "../../../clients/js/progressd.js";

export const MODULE = fileURLToPath(new URL("../../../clients/js/progressd.js", import.meta.url));

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until `condition` returns something true, and returns that. */
export async function until(condition, what, seconds = 30) {
    const end = Date.now() + seconds * 1000;
    for (;;) {
        const found = await condition();
        if (found) return found;
        if (Date.now() > end) assert.fail(`${what} did not come within ${seconds} s`);
        await sleep(20);
    }
}

/** The program under test, on a free port, until the test ends; `{ tokens }` among its options makes it want them. */
export async function serve(t, ...options) {
    const tokens = options.find((option) => option.tokens)?.tokens ?? "";
    const service = new Service(options.filter((option) => !option.tokens), tokens);
    t.after(() => service.kill());
    await service.start();
    return service;
}

class Service {
    constructor(options, tokens) {
        this.options = options;
        this.environment = { ...process.env, PROGRESSD_TOKENS: tokens };
        this.port = 0;
    }

    get url() {
        return `http://127.0.0.1:${this.port}`;
    }

    /** Starts it, again on the same port. */
    async start() {
        const settings = ["--port", this.port, "--log-level", "error", ...this.options];
        const { environment: env } = this;
        this.process = spawn(process.env.PROGRESSD, settings, { env, stdio: ["ignore", "pipe", "inherit"] });
        for await (const line of createInterface(this.process.stdout)) {
            this.port = Number(line.split(":").pop());
            this.process.stdout.resume();
            return;
        }
        assert.fail("progressd did not start");
    }

    /** A service without a data directory forgets everything. */
    async kill() {
        if (this.process.exitCode !== null || this.process.signalCode !== null) return;
        this.process.kill("SIGKILL");
        await once(this.process, "exit");
    }

    async call(method, path, body, headers = {}) {
        const reply = await fetch(this.url + path, {
            method,
            body: body === undefined ? undefined : JSON.stringify(body),
            headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
        });
        const text = await reply.text();
        return { status: reply.status, body: text ? JSON.parse(text) : null };
    }

    async get(progress) {
        return (await this.call("GET", `/v1/progress/${progress}`)).body;
    }

    /** The progress as the service shows it, as soon as it has these members. */
    async shows(progress, members) {
        const entries = Object.entries(members);
        const has = (shown) => entries.every(([member, value]) => shown[member] === value);
        return until(async () => {
            const shown = await this.get(progress);
            return has(shown) && shown;
        }, `${progress} with ${JSON.stringify(members)}`);
    }

    async control(progress, verb) {
        const reply = await this.call("POST", `/v1/progress/${progress}/${verb}`);
        assert.equal(reply.status, 200, JSON.stringify(reply.body));
    }
}

/** An HTTP server of the test's own, until the test ends; `answer` gets what node:http gives. */
export async function standIn(t, answer) {
    const server = http.createServer(answer).listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => {
        server.close();
        server.closeAllConnections();
    });
    return { url: `http://127.0.0.1:${server.address().port}`, server };
}

/** Passes connections on to the service until `drop` breaks them. */
export async function proxy(t, service) {
    const connections = new Set();
    const server = net.createServer((near) => {
        const far = net.connect(service.port, "127.0.0.1");
        near.pipe(far).pipe(near);
        for (const [one, other] of [[near, far], [far, near]]) {
            one.on("error", () => {});
            one.on("close", () => other.destroy());
        }
        connections.add(near);
        near.on("close", () => connections.delete(near));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const drop = () => connections.forEach((one) => one.destroy());
    t.after(() => {
        server.close();
        drop();
    });
    return { url: `http://127.0.0.1:${server.address().port}`, drop, connections };
}

/** The URL of a port without a listener. */
export async function deadURL() {
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address();
    await new Promise((resolve) => server.close(resolve));
    return `http://127.0.0.1:${port}`;
}

/** Runs a program in a new process; `code` sees everything that the module exports. */
export async function run(code, environment = {}) {
    const program = `import * as progressd from ${JSON.stringify(MODULE)};
        const { Cancelled, Progress, configure, flush, track, watch } = progressd;
        const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
        ${code}`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
        env: { ...process.env, ...environment },
        stdio: ["ignore", "pipe", "pipe"],
    });
    const written = { output: "", errors: "" };
    child.stdout.on("data", (part) => (written.output += part));
    child.stderr.on("data", (part) => (written.errors += part));
    const [status] = await once(child, "close");
    return { status, ...written };
}

/** Time that passes only when the test moves it. */
export class StillClock {
    #time = 1_000;
    #timers = new Set();

    now() {
        return this.#time;
    }

    after(milliseconds, action) {
        const timer = { at: this.#time + milliseconds, action };
        this.#timers.add(timer);
        return () => this.#timers.delete(timer);
    }

    get timers() {
        return this.#timers.size;
    }

    /** Milliseconds until the next timer; Infinity without one. */
    get next() {
        return Math.min(...[...this.#timers].map((timer) => timer.at)) - this.#time;
    }

    /** Passes until then, without the timers that are due at that very moment. */
    async reach(time) {
        for (;;) {
            await settled();
            const [next] = [...this.#timers].sort((one, other) => one.at - other.at);
            if (!next || next.at >= time - 1e-6) break;
            this.#timers.delete(next);
            this.#time = Math.max(this.#time, next.at);
            next.action();
        }
        this.#time = Math.max(this.#time, time);
    }

    async pass(milliseconds) {
        const end = this.#time + milliseconds;
        for (;;) {
            await settled();
            const [next] = [...this.#timers].sort((one, other) => one.at - other.at);
            if (!next || next.at > end) break;
            this.#timers.delete(next);
            this.#time = Math.max(this.#time, next.at);
            next.action();
        }
        this.#time = end;
    }
}

/** Everything that needs no time has happened. */
export async function settled() {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A reporter on a still clock, and a record of what it sends. `answers` are for the lines that take another. */
export function recorded(settings = {}) {
    const clock = new StillClock();
    const batches = [];
    const warnings = [];
    const record = { clock, batches, warnings, isAway: false, answer: () => undefined, made: 0 };
    const transport = async ({ url, headers, body }) => {
        const lines = body.trim().split("\n").map((line) => JSON.parse(line));
        batches.push({ at: clock.now(), url: String(url), headers, lines });
        if (record.isAway) throw new Error("away");
        if (record.hold) await record.hold;
        if (record.isSilent) return new Promise(() => {});
        const replies = lines.map((line) => record.answer(line) ?? usual(line));
        return { status: 200, body: replies.map((reply) => JSON.stringify(reply) + "\n").join("") };
    };
    const usual = ({ method, path }) => {
        const isCreate = method === "PUT" || /\/(children|progress)$/.test(path);
        const headers = { "Progress-Directive": "run" };
        if (isCreate) headers.Location = `/v1/progress/n${++record.made}`;
        return { status: isCreate ? 201 : 204, headers };
    };
    const given = { url: "http://service", token: "t", labels: {}, warn: (text) => warnings.push(text) };
    record.reporter = new Reporter({ clock, transport, ...given, ...settings });
    record.lines = () => batches.flatMap((batch) => batch.lines);
    return record;
}
