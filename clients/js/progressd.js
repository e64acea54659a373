// Reports the progress of work to progressd, and watches it.
//
// One file without dependencies, for Node 18 and later and for browsers. Reporting never breaks, delays or outlives the
// work: the work writes into memory, and a timer sends the newest state, at most four times a second, one request at a
// time; ends go ahead. When the service is away, one warning is written, and the newest state is tried every five seconds.
// The rules, by number, are in docs/reporting.md.

// ---------------------------------------------------------------------------------------------------------------------
// Limits. Times are milliseconds; leases are seconds, as in the API.

/** Between two requests; the second is for ends. */
const PACE = 250;
const END_PACE = 20;
/** Silence after a failure. */
const QUIET = 5_000;
/** For a connection, and for a request with its connection. */
const CONNECT_LIMIT = 1_000;
const REQUEST_LIMIT = 2_000;
/** How long the answer of a look-up that came later than that limit is used. */
const LATE_ANSWER = 60_000;
/** Longest wait for the last word, at the end. */
const FAREWELL = 1_000;
/** Between two heartbeats, and while the work waits for the answer: because it is paused, or holds `signal`. */
const BEAT = 5_000;
const BEAT_WAITING = 1_000;
/** Seconds without a word after which the service shows a progress as stalled. */
const LEASE = 60;
/** Progresses of one request; the others' turn is with the next. */
const REPORTS = 1_000;
/** Bytes of a text. */
const TEXT_LENGTH = 4_096;
/** Characters of one call, beyond which the service refuses it, and of one request: it takes 16 MiB. */
const CALL_LENGTH = 2 ** 20;
const REQUEST_LENGTH = 2 ** 22;
/** Characters that a value counts for besides its own: 32,768 values are more `userInfo` than the service takes. */
const VALUE_LENGTH = 32;
/** Progresses that a reporter holds; beyond that, what began and ended unheard is left out. */
const HELD = 10_000;
/** A stream is never silent that long: a comment comes every 15 seconds. */
const SILENCE = 45_000;
/** Between two attempts to watch: the first, and the longest. */
const RETRY = 500;
const LONGEST_RETRY = 10_000;
/** Clocks that differ by less count as one: the service tells its own in whole seconds. */
const CLOSE = 2_000;

/** The environment exists in Node only; elsewhere everything comes from `configure`. */
const isNode = Boolean(globalThis.process?.versions?.node);
const environment = isNode ? globalThis.process.env : {};
const DEFAULT_URL = "http://127.0.0.1:8080";

/**
 * The clock, so that tests need not wait.
 * @typedef {object} Clock
 * @property {() => number} now in milliseconds, from anywhere
 * @property {(milliseconds: number, action: () => void, holds?: boolean) => () => void} after calls `action` once, and
 *   returns what stops that; only with `holds` does the timer keep a process alive
 */

/** @type {Clock} */
const systemClock = {
    now: () => performance.now(),
    after(milliseconds, action, holds = false) {
        /** @type {any} a number in browsers */
        const timer = setTimeout(action, milliseconds);
        if (!holds) timer.unref?.();
        return () => clearTimeout(timer);
    },
};

/**
 * The progress was cancelled. Its name is `AbortError`, so that whoever knows aborted work knows this as well. Uncaught,
 * it makes Node end with the status 130, as after Ctrl-C.
 */
export class Cancelled extends Error {
    constructor(message = "The progress was cancelled.") {
        super(message);
        this.name = "AbortError";
        watchUncaught();
    }
}

/** Whether it is a cancel, or wraps one, as Node's own `AbortError` does. @param {any} error */
function isCancel(error, depth = 0) {
    if (error instanceof Cancelled) return true;
    if (!(error instanceof Error) || depth > 8) return false;
    const inner = [error.cause, ...(error instanceof AggregateError ? error.errors : [])];
    return inner.some((one) => isCancel(one, depth + 1));
}

let watchesUncaught = false;

/** An uncaught cancel is no crash: Node then ends with 130 and without a stack. Handlers of the program come first. */
function watchUncaught() {
    if (!isNode || watchesUncaught) return;
    watchesUncaught = true;
    /** @type {any} */
    const { process } = globalThis;
    process.on("uncaughtExceptionMonitor", (error) => {
        const isHandled = process.listenerCount("uncaughtException") || process.hasUncaughtExceptionCaptureCallback();
        if (isHandled || !isCancel(error)) return;
        error.stack = `${error.name}: ${error.message}`;
        process.once("exit", () => (process.exitCode = 130));
    });
}

/** Actions for when a signal of the program aborts: one listener for each, since Node warns of more than ten. */
const abortions = new WeakMap();

/** @param {AbortSignal} signal @param {() => void} action @returns {() => void} takes it back */
function onAbort(signal, action) {
    let actions = abortions.get(signal);
    if (!actions) {
        actions = new Set();
        abortions.set(signal, actions);
        signal.addEventListener("abort", () => [...actions].forEach((action) => action()), { once: true });
    }
    actions.add(action);
    return () => actions.delete(action);
}

// ---------------------------------------------------------------------------------------------------------------------
// Counts

/**
 * A whole count that a number holds exactly; what is no number counts as 0. A sum of fractions may miss a whole number
 * by its rounding, but not by more than a millionth.
 * @param {unknown} value
 */
function whole(value) {
    const number = typeof value === "bigint" ? Number(value) : value;
    if (typeof number !== "number" || Number.isNaN(number)) return 0;
    const exact = Math.trunc(number + Math.sign(number) * 1e-6);
    return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, exact)) + 0;
}

/** @param {unknown} value a total; null, what is not finite and what is no number mean unknown */
const totalCount = (value) => (typeof value === "bigint" || Number.isFinite(value) ? whole(value) : -1);

/** How many items there are, as far as these say. Some raise where they do not know. @param {any} items */
function sizeOf(items) {
    for (const member of ["length", "size"]) {
        try {
            const size = items[member];
            if (typeof size === "bigint" || Number.isFinite(size)) return size < 0 ? null : size;
        } catch {
            // Then: unknown.
        }
    }
    return null;
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

const random = () => Math.random().toString(36).slice(2, 10).padEnd(8, "0");

/** Pages without TLS have no `crypto.randomUUID`. */
const uuid = () =>
    "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => Math.floor(Math.random() * 16).toString(16));

/** A name that the service takes, and does not take for an id. */
const NAME = /^(?!\p{AHex}{8}(?:-\p{AHex}{4}){3}-\p{AHex}{12}$)[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/u;

/** @param {string} text cut at a character to what the service takes */
function fitText(text) {
    if (text.length * 3 <= TEXT_LENGTH) return text;
    return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(TEXT_LENGTH)).read);
}

/**
 * A value as JSON can hold it; the rest becomes text. An object is read once, however many paths lead to it. Each key
 * of the value keeps about as much as a call may have; the service refuses more.
 * @param {any} value
 * @param {Map<object, {fitted: any, length: number} | null>} known objects that were read; null for those around it
 * @param {{left: number} | null} room for the key; null outside of keys
 */
function fit(value, known = new Map(), room = null) {
    if (typeof value === "string") return take(room, fitText(value));
    if (room) room.left -= VALUE_LENGTH;
    if (value === null || typeof value === "boolean" || Number.isFinite(value)) return value;
    if (typeof value !== "object" || known.get(value) === null) return textOf(value);
    if (room?.left < 0) return take(room, textOf(value));
    const found = known.get(value);
    if (!found) return fitObject(value, known, room);
    if (room) room.left -= found.length;
    return found.fitted;
}

/** `fit` for an object that is read for the first time. */
function fitObject(value, known, room) {
    const before = room?.left ?? 0;
    const inner = (one) => fit(one, known, room ?? { left: CALL_LENGTH });
    const read = () => {
        if (typeof value.toJSON === "function") return fit(value.toJSON(), known, room);
        if (Array.isArray(value)) return value.map((one) => inner(one ?? null));
        const members = Object.entries(value).filter(([, one]) => one !== undefined);
        return Object.fromEntries(members.map(([key, one]) => [take(room, key), inner(one)]));
    };
    known.set(value, null);
    let fitted;
    try {
        fitted = read();
    } catch {
        // A getter that throws: a text says more than nothing.
        fitted = textOf(value);
    }
    known.set(value, { fitted, length: before - (room?.left ?? 0) });
    return fitted;
}

/** The text, whose characters leave less room. */
function take(room, text) {
    if (room) room.left -= VALUE_LENGTH + text.length;
    return text;
}

/**
 * The value as text; empty where that fails. Of a list only its kind: its own text is as long as all that it leads to.
 * @param {any} value
 */
function textOf(value) {
    try {
        return Array.isArray(value) ? "[object Array]" : fitText(String(value));
    } catch {
        return "";
    }
}

/** A member of what was thrown, which may be anything. @param {any} error @param {string} member */
function memberOf(error, member) {
    try {
        return error?.[member];
    } catch {
        return undefined;
    }
}

/** What was thrown, in words: its message, else its text; a plain object or a list as JSON. @param {any} error */
function wordsOf(error) {
    const said = memberOf(error, "message") || error;
    const text = textOf(said) || PLAIN_FAILURE.message;
    if (typeof said !== "object" || !/^\[object (Object|Array)\]$/.test(text)) return text;
    try {
        return fitText(JSON.stringify(fit(said)));
    } catch {
        return text;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// One progress, as the service has to know it

/**
 * One call in a batch, and what it was for.
 * @typedef {object} Line
 * @property {Report} report
 * @property {"create" | "look" | "add" | "patch" | "finish" | "fail" | "beat" | "errand"} step
 * @property {string} method
 * @property {string} path
 * @property {object} [body]
 * @property {Record<string, string>} [headers]
 * @property {(reply: Reply | null) => void} [done] for errands; null when no reply came
 * @property {boolean} [isAlone] goes by a request of its own
 * @property {string} [json] as it is written
 */

/** @typedef {{status: number, headers: Record<string, string>, body?: any}} Reply */

class Report {
    /** @type {string | null} null until the service has answered */
    id = null;
    /** Members that the service has not heard. @type {Record<string, any>} */
    changed = {};
    completed = 0;
    /** Units that the service has not heard, and whether it has to hear the count itself instead. */
    unsent = 0;
    isCountSet = false;
    /** Units on their way: sent again as they are until answered, so that they count once. */
    addition = null;
    sequence = 0;
    writer = random() + random();
    /** Units in `completed` from children whose end the service has not heard: it will credit them itself. */
    outstanding = 0;
    /** Units in `completed` that a finish adds, here as there. */
    filled = 0;
    /** Children that count by their fraction. @type {Set<Report>} */
    children = new Set();
    /** Units of the children that ended without finishing. */
    lost = 0;
    isCredited = false;
    isAcknowledged = false;
    /** @type {{step: "finish" | "fail", body: object} | null} */
    ending = null;
    /** A create was sent, so that the service may know it. */
    isAsked = false;
    /** A create without an answer that the service may have received. @type {Line | null} */
    unanswered = null;
    /** Work on it has begun: from then on it has a lease. */
    hasBegun = false;
    /** The name may be that of our own create without an answer: look whose it is. */
    isSought = false;
    /** The service refused the create: the next has the counts alone, and the other members follow. */
    isBare = false;
    /** It refused several members together: each goes alone. */
    isPicky = false;
    /** The service has heard how it ended; members that it refused together may still have to be told. */
    isSaid = false;
    /** Nothing more to say, or no listener. */
    isOver = false;
    /** @type {Line[]} calls that somebody waits for */
    errands = [];
    /** @type {"run" | "pause" | "cancel"} */
    directive = "run";
    /** @type {Set<() => void>} called when the directive changes */
    waiting = new Set();
    /** @type {AbortController | null} */
    abort = null;
    /** Lets go of the program's own signal. */
    release = () => {};
    spokenAt = -Infinity;

    constructor(reporter, members, { name, parent = null, pendingUnitCount = 0, reservation = null }) {
        this.reporter = reporter;
        this.members = Object.fromEntries(Object.entries(members).map(([member, given]) => [member, fit(given)]));
        this.parent = parent;
        this.pending = Math.max(0, whole(pendingUnitCount));
        this.depth = parent ? parent.depth + 1 : 0;
        this.reservation = reservation;
        /** Whether the service has taken the reservation, so that its token opens the tree. */
        this.hasClaimed = false;
        /** The seconds of its lease. @type {number | undefined} */
        this.lease = members.leaseSeconds;
        delete this.members.leaseSeconds;
        /** A root with a name is its next run. @type {string | null} */
        this.name = name == null ? null : textOf(name);
        if (this.name !== null && !NAME.test(this.name)) {
            const expected = "letters, digits and . _ : -, at most 128, and no UUID";
            reporter.warn("name", `the name ${JSON.stringify(fitText(this.name))} is left out: expected ${expected}`);
            this.name = null;
        }
        if (parent) {
            parent.children.add(this);
            this.directive = parent.directive;
        } else {
            this.begin();
        }
    }

    // Written by the work

    /** The work enters it: it has begun, though nothing is done yet. */
    begin() {
        if (this.hasBegun) return;
        this.hasBegun = true;
        const begun = { started: true, ...(this.lease === undefined ? {} : { leaseSeconds: this.lease }) };
        Object.assign(this.members, begun);
        Object.assign(this.changed, begun);
        this.reporter.touch(this);
    }

    add(count) {
        if (this.ending) return;
        this.begin();
        const before = this.completed;
        const sum = before + count;
        this.completed = Math.abs(sum) > Number.MAX_SAFE_INTEGER ? whole(sum) : sum;
        this.unsent += this.completed - before;
        this.settle();
        this.reporter.touch(this);
    }

    set({ completedUnitCount, ...members }) {
        if (this.ending) return;
        if (typeof completedUnitCount === "bigint" || Number.isFinite(completedUnitCount)) {
            this.begin();
            this.completed = whole(completedUnitCount);
            this.isCountSet = true;
        }
        for (const [member, given] of Object.entries(members)) {
            if (given === undefined) continue;
            const value = fit(given);
            if (member === "leaseSeconds") {
                this.lease = value ?? undefined;
                if (!this.hasBegun) continue;
            }
            if (isObject(value)) {
                this.members[member] = { ...this.members[member], ...value };
                this.changed[member] = { ...this.changed[member], ...value };
            } else if (this.members[member] !== value) {
                this.members[member] = this.changed[member] = value;
            }
        }
        this.settle();
        this.reporter.touch(this);
    }

    end(step, body = {}) {
        if (this.ending) return;
        this.release();
        this.begin();
        this.ending = { step, body };
        if (step === "finish") {
            if (this.total <= 0) this.members.totalUnitCount = Math.max(whole(this.completed), 1);
            this.filled = Math.max(0, this.total - this.completed);
            this.completed += this.filled;
            this.settle();
        } else {
            this.detach();
            this.fold();
        }
        this.reporter.touch(this);
    }

    /** The work ends in good order before it is complete, as a search does that has found: a text keeps how far it came. */
    break() {
        const isPart = this.total > 0 && !this.isFinished && !this.members.localizedAdditionalDescription;
        const text = `${whole(this.completed)} of ${this.total}`;
        this.end("finish", isPart ? { localizedAdditionalDescription: text } : {});
    }

    /** It is cancelled, and the service knows: there is nothing to say. */
    leave() {
        this.isOver = true;
        this.release();
        this.detach();
        this.reporter.drop(this);
    }

    /** Its completed units still count in its parent, unchanged from here. */
    detach() {
        if (this.parent?.children.delete(this)) this.parent.lost += this.pending * this.fraction;
    }

    /** A finished child hands its pending units to its parent, once; the service does the same when it hears of it. */
    settle() {
        if (this.isCredited || !this.isFinished) return;
        this.isCredited = true;
        if (this.parent) {
            this.parent.children.delete(this);
            this.parent.completed += this.pending;
            this.parent.outstanding += this.pending;
        }
        this.fold();
        this.parent?.settle();
    }

    /** It began and ended while the service was away: its parent says the units, so that not all is held until then. */
    fold() {
        const isHeard = this.id !== null || this.isAsked || this.outstanding !== 0 || this.children.size > 0;
        const isMere = Boolean(this.parent) && this.isCredited && this.reporter.isAway;
        if (isHeard || this.isOver || !(isMere || this.reporter.isFull)) return;
        this.isOver = true;
        this.reporter.drop(this);
        if (!this.parent || !this.isCredited) return;
        this.isAcknowledged = true;
        this.parent.outstanding -= this.pending;
        this.parent.unsent += this.pending;
        this.parent.reporter.touch(this.parent);
    }

    /** The service has heard everything, the finish included. */
    acknowledge() {
        if (!this.parent || !this.isCredited || this.isAcknowledged || this.outstanding) return;
        if (this.owes && !this.isSaid) return;
        this.isAcknowledged = true;
        this.parent.outstanding -= this.pending;
        this.parent.acknowledge();
    }

    obey(directive) {
        if (!directive || directive === this.directive) return;
        this.directive = directive;
        for (const wake of [...this.waiting]) wake();
        if (directive !== "cancel") return;
        if (!this.ending) this.abort?.abort(new Cancelled());
        for (const child of [...this.children]) child.obey("cancel");
    }

    // Read by the work and by the reporter

    get total() {
        return this.members.totalUnitCount;
    }

    get isIndeterminate() {
        const completed = whole(this.completed);
        return this.total < 0 || completed < 0 || (this.total === 0 && completed === 0);
    }

    get isFinished() {
        const completed = whole(this.completed);
        return this.total >= 0 && completed > 0 && completed >= this.total;
    }

    get fraction() {
        if (this.isIndeterminate) return 0;
        if (this.total === 0) return 1;
        let units = whole(this.completed) + this.lost;
        for (const child of this.children) units += child.pending * child.fraction;
        return units / this.total;
    }

    get owes() {
        const hasCounts = this.addition !== null || this.isCountSet || whole(this.unsent) !== 0;
        const hasWords = this.errands.length > 0 || Object.keys(this.changed).length > 0;
        return !this.isOver && (this.id === null || hasCounts || hasWords || this.owesEnd);
    }

    get owesEnd() {
        return this.ending !== null && !this.isSaid;
    }

    /** When its next line is due, on the clock. */
    get dueAt() {
        if (this.owes) return -Infinity;
        if (this.directive === "cancel" || this.isOver || !this.hasBegun) return Infinity;
        const usual = this.lease ? Math.min(BEAT, (this.lease * 1_000) / 3) : BEAT;
        return this.spokenAt + Math.min(usual, this.waiting.size || this.abort ? BEAT_WAITING : usual);
    }

    /** It finished, and the service was asked to forget it then. */
    get vanishes() {
        return Boolean(this.members.removeWhenFinished) && this.isFinished;
    }

    // Said by the reporter

    /** The count without what the service credits by itself; what is left of a fraction is said with the next. */
    takeCount() {
        const exact = this.completed - this.outstanding - this.filled;
        const count = whole(exact);
        this.unsent = exact - count;
        this.isCountSet = false;
        return count;
    }

    /** @param {Record<string, string>} labels those of every root @returns {Line} */
    create(labels) {
        this.isAsked = true;
        if (this.isSought) return this.line("look", "GET", `/v1/progress/${this.name}`, undefined, WHOLE);
        // A create that may have arrived is repeated as it was; later changes follow.
        if (this.unanswered) return this.again(this.unanswered);
        this.addition = null;
        const { totalUnitCount, leaseSeconds, started, isPausable, ...words } = this.members;
        this.changed = this.isBare ? words : {};
        const own = { totalUnitCount, leaseSeconds, started, isPausable };
        /** @type {Record<string, any>} */
        const body = { ...(this.isBare ? own : this.members), completedUnitCount: this.takeCount() };
        if (!this.parent && Object.keys(labels).length) {
            const owner = this.isBare ? this.changed : body;
            owner.labels = { ...labels, ...owner.labels };
        }
        const claim = this.reservation ? { "Progress-Reservation": this.reservation } : {};
        if (!this.parent && this.name !== null) {
            return this.line("create", "PUT", `/v1/progress/${this.name}?run=new`, body, claim);
        }
        if (this.name !== null) body.name = this.name;
        if (this.parent) body.pendingUnitCount = this.pending;
        const path = this.parent ? `/v1/progress/${this.parent.id}/children` : "/v1/progress";
        const key = this.name === null ? { "Idempotency-Key": uuid() } : {};
        return this.line("create", "POST", path, body, { ...key, ...claim });
    }

    /** A create once more. A PUT without `run=new` begins nothing, and says what is there. @param {Line} line */
    again({ step, method, path, body, headers }) {
        const isPut = method === "PUT";
        const again = { ...headers, ...(isPut ? WHOLE : {}) };
        return this.line(step, method, isPut ? path.replace("?run=new", "") : path, body, again);
    }

    /** @param {boolean} isHeld its ending comes later @returns {Line[]} what the service has to hear now */
    lines(now, isHeld = false) {
        const path = `/v1/progress/${this.id}`;
        const lines = [];
        if (!this.addition && !this.isCountSet && whole(this.unsent) !== 0) {
            const count = whole(this.unsent);
            this.unsent -= count;
            this.addition = { count, writer: this.writer, sequence: ++this.sequence };
        }
        // The service takes or refuses a call as a whole: texts that it refuses must not take the counts with them.
        const { totalUnitCount, ...words } = this.changed;
        this.changed = {};
        const counts = totalUnitCount === undefined ? {} : { totalUnitCount };
        const parts = this.isPicky ? apart(words) : [words];
        const patches = (bodies) =>
            bodies
                .filter((body) => Object.keys(body).length)
                .forEach((body) => lines.push(this.line("patch", "PATCH", path, body)));
        patches(parts);
        if (this.isCountSet) counts.completedUnitCount = this.takeCount();
        // Units must not reach a total that was raised meanwhile: that would finish the progress for a moment. But a child
        // that has handed over its units here has to finish there as well.
        const isTotalFirst = this.addition?.count > 0 && !this.isCountSet && !(this.isCredited && this.parent);
        if (isTotalFirst) patches([counts]);
        if (this.addition) lines.push(this.line("add", "POST", `${path}/completed-units`, this.addition));
        if (!isTotalFirst) patches([counts]);
        lines.push(...this.errands.splice(0));
        if (this.owesEnd && isHeld) return lines;
        if (this.owesEnd) {
            const { step, body } = this.ending;
            lines.push(this.line(step, "POST", `${path}/${step}`, body));
        }
        if (!lines.length && now >= this.dueAt) lines.push(this.line("beat", "POST", `${path}/heartbeat`, {}));
        return lines;
    }

    /** @returns {Line} */
    line(step, method, path, body = undefined, headers = {}) {
        return { report: this, step, method, path, body, headers: { Prefer: "return=minimal", ...headers } };
    }

    /** The line was not answered. @param {Line} line @param {boolean} [mayBeHeard] the service may have done it */
    putBack(line, mayBeHeard = false) {
        line.done?.(null);
        if (line.step === "create" && mayBeHeard) {
            // A name is asked whether it is there; a create without one is said again as it was.
            if (this.parent && this.name !== null) this.isSought = true;
            else this.unanswered ??= line;
        }
        if (line.step !== "patch") return;
        const { completedUnitCount, ...members } = line.body;
        const newer = this.changed;
        this.changed = { ...members, ...newer };
        for (const [member, value] of Object.entries(members)) {
            if (isObject(value) && isObject(newer[member])) this.changed[member] = { ...value, ...newer[member] };
        }
        if (completedUnitCount !== undefined) this.isCountSet = true;
    }

    /** The service refuses these members: several are tried one by one, and one is given up. @param {Line} line */
    unsay(line) {
        if ("totalUnitCount" in line.body || "completedUnitCount" in line.body) return;
        if (apart(line.body).length > 1) {
            this.isPicky = true;
            this.putBack(line);
            this.reporter.touch(this);
            return;
        }
        for (const [member, value] of Object.entries(line.body)) {
            if (!isObject(value)) {
                if (this.members[member] === value) delete this.members[member];
                continue;
            }
            const refused = (key, kept) => Object.hasOwn(value, key) && value[key] === kept;
            const kept = Object.entries(this.members[member] ?? {}).filter(([key, kept]) => !refused(key, kept));
            this.members[member] = Object.fromEntries(kept);
        }
    }

    /** The service has heard how it ended, and counts nothing after that. */
    noteEnd() {
        this.isSaid = true;
        this.isCountSet = false;
        this.addition = null;
        this.unsent = 0;
        delete this.changed.totalUnitCount;
    }

    /** The service does not know it: the next create has what it has come to. */
    forget() {
        this.id = null;
        this.unanswered = null;
        this.isSought = false;
        this.isSaid = false;
        this.addition = null;
        this.reporter.touch(this);
    }

    /** Its name is another's. */
    rename(reason) {
        this.reporter.warn("name", `the name ${this.name} is left out: ${reason}`);
        this.unanswered = null;
        this.name = null;
    }
}

/** For replies that have to tell whose a progress is. */
const WHOLE = { Prefer: "return=representation" };

/** Members one by one, and of objects key by key. @param {Record<string, any>} members */
const apart = (members) =>
    Object.entries(members).flatMap(([member, value]) =>
        isObject(value) && Object.keys(value).length > 1
            ? Object.entries(value).map(([key, one]) => ({ [member]: { [key]: one } }))
            : [{ [member]: value }],
    );

// ---------------------------------------------------------------------------------------------------------------------
// How requests travel. Each transport resolves to the reply, or rejects; it never waits longer than the limit.

/** Characters of a reply: what sends more is not the service, and must not fill the memory of the work. */
const LONGEST_REPLY = 8 * 2 ** 20;
const TOO_LONG = `a reply of more than ${LONGEST_REPLY} characters`;

/**
 * @typedef {object} Call
 * @property {string} method
 * @property {URL} url
 * @property {Record<string, string>} headers
 * @property {string} body
 * @property {boolean} isRepeatable what it says counts once, however often it arrives
 * @property {boolean} isLast the page goes, and the request has to outlive it
 */

/** @typedef {(call: Call) => Promise<{status: number, headers: Record<string, any>, body: string}>} Transport */

/**
 * `dns.lookup`, but one at a time for each host, since Node does not end before the system has answered. An answer that
 * came too late for its request, be it an address or a failure, is that of all requests for a minute.
 */
function patientLookup(dns) {
    /** @type {Map<string, {until: number, said: Promise<any[]>}>} */
    const answers = new Map();
    return (host, options, done) => {
        const key = `${host} ${JSON.stringify(options)}`;
        const begun = systemClock.now();
        let answer = answers.get(key);
        if (!answer || answer.until <= begun) {
            const said = new Promise((resolve) => dns.lookup(host, options, (...said) => resolve(said)))
                .catch((error) => [error]);
            answer = { until: Infinity, said };
            answers.set(key, answer);
            said.then(() => {
                const now = systemClock.now();
                answer.until = now - begun > CONNECT_LIMIT ? now + LATE_ANSWER : now;
            });
        }
        answer.said.then((said) => done(...said));
    };
}

/** One connection of node:http, kept open. Unlike fetch, its socket does not keep the process alive. */
function nodeTransport() {
    let http, dns, agent;

    function exchange({ method, url, headers, body }) {
        return new Promise((resolve, reject) => {
            const request = http.request(url, { method, headers, agent });
            const limit = (milliseconds, what) =>
                systemClock.after(milliseconds, () => request.destroy(new Error(`${what} within ${milliseconds} ms`)));
            const stopReply = limit(REQUEST_LIMIT, "no reply");
            const stopConnect = limit(CONNECT_LIMIT, "no connection");
            request.once("socket", (socket) => {
                socket.unref();
                if (socket.connecting) socket.once("connect", stopConnect);
                else stopConnect();
            });
            request.once("response", (response) => {
                let text = "";
                response.setEncoding("utf8");
                response.on("data", (part) => {
                    text += part;
                    if (text.length > LONGEST_REPLY) request.destroy(new Error(TOO_LONG));
                });
                const { statusCode: status, headers } = response;
                response.once("end", () => resolve({ status, headers, body: text }));
                response.once("error", reject);
            });
            request.on("error", (error) => reject(Object.assign(error, { wasKept: request.reusedSocket })));
            request.once("close", () => {
                stopReply();
                stopConnect();
                reject(new Error("the connection was closed"));
            });
            request.end(body);
        });
    }

    /** @type {Transport} */
    return async (call) => {
        const module = call.url.protocol === "https:" ? "node:https" : "node:http";
        http ??= await import(/* webpackIgnore: true */ /* @vite-ignore */ module);
        // No literal either: without Node's types, TypeScript finds no such module.
        const names = "node:dns";
        dns ??= (await import(/* webpackIgnore: true */ /* @vite-ignore */ names)).default;
        agent ??= new http.Agent({ keepAlive: true, maxSockets: 1, lookup: patientLookup(dns) });
        try {
            return await exchange(call);
        } catch (error) {
            // The service closed a kept connection while we wrote to it.
            error.wasClosed = Boolean(error.wasKept) && ["ECONNRESET", "EPIPE"].includes(error.code);
            throw error;
        }
    };
}

/** The body of a reply, as far as a reply may go. @param {Response} reply */
async function boundedText(reply) {
    const decoder = new TextDecoder();
    const reader = reply.body?.getReader();
    let text = "";
    for (let next = await reader?.read(); next && !next.done; next = await reader.read()) {
        text += decoder.decode(next.value, { stream: true });
        if (text.length > LONGEST_REPLY) throw new Error(TOO_LONG);
    }
    return text + decoder.decode();
}

/** @type {Transport} */
async function fetchTransport({ url, isLast, isRepeatable, ...call }) {
    const abort = new AbortController();
    const stop = systemClock.after(REQUEST_LIMIT, () => abort.abort(new Error(`no reply within ${REQUEST_LIMIT} ms`)));
    try {
        const reply = await fetch(url, { ...call, signal: abort.signal, cache: "no-store", keepalive: isLast });
        return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await boundedText(reply) };
    } finally {
        stop();
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The reporter

/**
 * @typedef {object} Settings
 * @property {string} [url] the service; else PROGRESSD_URL, else http://127.0.0.1:8080
 * @property {string} [token] a reporter's; else PROGRESSD_TOKEN
 * @property {string} [reservation] for the first root; else PROGRESSD_RESERVATION
 * @property {Record<string, string>} [labels] of every root; else PROGRESSD_LABELS, as `job=4711,team=data`
 * @property {(text: string, kind: string) => void} [warn] else console.warn; called once for each kind of trouble
 * @property {Clock} [clock]
 * @property {Transport} [transport]
 */

/** Reporters that have something to say or to keep alive: those that the end of the process asks for a last word. */
const speaking = new Set();
let watchesEnd = false;

function watchEnd() {
    if (watchesEnd) return;
    watchesEnd = true;
    const sayFarewell = (mayComeBack = false) => {
        for (const reporter of [...speaking]) {
            if (!mayComeBack) reporter.endAll();
            reporter.farewell();
        }
    };
    if (isNode) globalThis.process.on("beforeExit", afterHandlers(() => sayFarewell()));
    else globalThis.addEventListener?.("pagehide", (event) => sayFarewell(event.persisted));
}

/**
 * A handler of `beforeExit` that acts when the program ends: once its other handlers have begun no further work.
 * @param {() => void} action
 */
function afterHandlers(action) {
    let isIdle = false;
    return () => {
        if (isIdle || globalThis.process.listenerCount("beforeExit") === 1) return action();
        isIdle = true;
        // The first turn holds the process. The second comes only where something else does, too.
        globalThis.setImmediate(() => globalThis.setImmediate(() => (isIdle = false)).unref());
    };
}

/** Speaks to one service for any number of progresses. `configure` makes the one that all use by default. */
export class Reporter {
    /** @type {Set<Report>} */
    #reports = new Set();
    /** @type {Set<() => void>} called after each round */
    #listening = new Set();
    #stopTimer = () => {};
    /** The next round comes as early as it may. */
    #isAwake = false;
    #isSending = false;
    #isLeaving = false;
    #farewell = FAREWELL;
    /** How long failures may still wait for an absent service, until it answers. */
    #patience = FAREWELL;
    /** Kinds of trouble that were warned of. @type {Set<string>} */
    #warned = new Set();
    #isAway = false;
    /** The timer is for an end, which does not wait for the pace. */
    #isHurried = false;
    /** Progresses of one request; fewer when the service takes less. */
    #reportLimit = REPORTS;
    #sentAt = -Infinity;
    #breathedAt = -Infinity;
    #quietUntil = -Infinity;
    #url;
    #token;
    #labels;
    #reservation;
    #clock;
    #transport;
    #say;

    /** @param {Settings} [settings] */
    constructor(settings = {}) {
        this.#labels = settings.labels ?? labelsIn(environment.PROGRESSD_LABELS);
        this.#clock = settings.clock ?? systemClock;
        this.#transport = settings.transport ?? (isNode ? nodeTransport() : fetchTransport);
        this.#say = settings.warn ?? ((text) => console.warn(text));
        try {
            this.#token = fitToken(settings.token || environment.PROGRESSD_TOKEN);
            this.#reservation = fitToken(settings.reservation || environment.PROGRESSD_RESERVATION);
            this.#url = serviceAddress(settings.url || environment.PROGRESSD_URL?.trim() || DEFAULT_URL);
        } catch (error) {
            this.warn("address", error.message);
        }
    }

    get clock() {
        return this.#clock;
    }

    /** The service's address, as a message has it. */
    get #place() {
        return shown(this.#url).replace(/\/$/, "");
    }

    /** Whether the service failed less than five seconds ago. */
    get isQuiet() {
        return !this.#url || this.#clock.now() < this.#quietUntil;
    }

    /** Whether the last request failed. */
    get isAway() {
        return this.#isAway;
    }

    get isFull() {
        return this.#reports.size > HELD;
    }

    /** The reservation for the first root, once. */
    takeReservation() {
        const reservation = this.#reservation;
        this.#reservation = null;
        return reservation;
    }

    /** Work that only awaits what is there already gives timers and sockets no turn; here they have one, now and then. */
    async breathe() {
        const now = this.#clock.now();
        if (now - this.#breathedAt < PACE) return;
        this.#breathedAt = now;
        await turn();
    }

    /** Something changed. Cheap while a round is due. @param {Report} report */
    touch(report) {
        if (report.isOver || !this.#url) return;
        this.#reports.add(report);
        if (!this.#isAwake || (report.ending && !this.#isHurried)) this.#schedule();
    }

    /**
     * Makes a call about a progress with the next batch, at once.
     * @param {Report} report
     * @returns {Promise<Reply | null>} null when the service is away
     */
    errand(report, method, path, body) {
        if (this.isQuiet || report.isOver) return Promise.resolve(null);
        return new Promise((resolve) => {
            const stop = this.#clock.after(REQUEST_LIMIT, () => done(null), true);
            const done = (reply) => {
                stop();
                report.errands = report.errands.filter((other) => other !== line);
                resolve(reply);
            };
            const line = { report, step: /** @type {const} */ ("errand"), method, path, body, headers: {}, done };
            report.errands.push(line);
            this.#reports.add(report);
            this.#schedule();
        });
    }

    /** It is not to be reported any more. @param {Report} report */
    drop(report) {
        this.#reports.delete(report);
        for (const line of [...report.errands]) line.done(null);
        if (report.directive === "pause") report.obey("run");
        if (this.#reports.size > 0) return;
        speaking.delete(this);
        this.#stopTimer();
    }

    /**
     * Resolves when the service has heard everything, when an attempt with the newest state fails, or after that many
     * milliseconds. A service that failed a moment ago is asked all the same, once; so is one that fails a request from
     * before.
     */
    async flush(milliseconds = FAREWELL, mayInsist = this.isQuiet || this.#isSending) {
        const until = this.#clock.now() + milliseconds;
        while (this.#url && this.#isUnheard && this.#clock.now() < until) {
            if (this.isQuiet) {
                if (!mayInsist) break;
                mayInsist = false;
                this.#quietUntil = -Infinity;
                this.#schedule();
            }
            await new Promise((resolve) => {
                const stop = this.#clock.after(until - this.#clock.now(), () => done(), true);
                const done = () => {
                    stop();
                    this.#listening.delete(done);
                    resolve();
                };
                this.#listening.add(done);
            });
        }
    }

    /** A failure is told before its error is thrown on. Work that fails again and again does not wait each time. */
    async flushFailure() {
        if (!this.#isAway) return this.flush();
        if (this.#patience <= 0) return;
        const began = this.#clock.now();
        await this.flush(this.#patience);
        if (this.#isAway) this.#patience -= this.#clock.now() - began;
    }

    /** Fails the work that is still open when the program ends. */
    endAll() {
        const open = [...this.#reports].filter((report) => !report.ending && !report.isOver && report.directive !== "cancel");
        for (const report of open.sort((one, other) => other.depth - one.depth)) {
            if (report.isFinished) continue;
            report.end("fail", { message: "The program ended before it was done.", code: "exited" });
        }
    }

    /** The process has nothing left to do, or the page goes: the last word leaves now, and gets a second, once. */
    async farewell() {
        if (!this.#url || this.#isLeaving || this.#farewell <= 0 || !this.#isUnheard) return;
        const began = this.#clock.now();
        this.#isLeaving = true;
        this.#stopTimer();
        const isSending = this.#isSending;
        if (!isSending) {
            this.#quietUntil = -Infinity;
            void this.#round();
        }
        await this.flush(this.#farewell, isSending);
        this.#isLeaving = false;
        if (this.#isSending) this.warn("service", `${this.#place} has not answered in time`);
        this.#farewell = this.isQuiet ? 0 : this.#farewell - (this.#clock.now() - began);
    }

    /** Whether something is unsaid, or without an answer. */
    get #isUnheard() {
        return this.#isSending || [...this.#reports].some((report) => report.owes);
    }

    #schedule() {
        this.#stopTimer();
        if (this.#isSending) return;
        const reports = [...this.#reports];
        const due = reports.reduce((due, report) => Math.min(due, report.dueAt), Infinity);
        this.#isAwake = due === -Infinity;
        if (due === Infinity) return;
        speaking.add(this);
        watchEnd();
        const now = this.#clock.now();
        const mayHurry = this.#isLeaving || reports.some((report) => report.errands.length);
        const hasEnd = reports.some((report) => report.ending && report.owes);
        this.#isHurried = mayHurry || hasEnd;
        const pace = mayHurry ? 0 : hasEnd ? END_PACE : PACE;
        const earliest = Math.max(now, this.#quietUntil, this.#sentAt + pace);
        this.#stopTimer = this.#clock.after(Math.max(due, earliest) - now, () => void this.#round());
    }

    /** One request: everything that the service has to hear. */
    async #round() {
        this.#isSending = true;
        this.#isAwake = true;
        this.#isHurried = true;
        const lines = this.#collect(this.#clock.now());
        if (lines.length) {
            this.#sentAt = this.#clock.now();
            await this.#speak(lines);
        }
        this.#isSending = false;
        if (lines.length && !this.isQuiet && !this.#isLeaving) this.#farewell = this.#patience = FAREWELL;
        for (const report of [...this.#reports]) {
            if (report.isSaid && !report.owes) report.isOver = true;
            if (isDone(report)) this.drop(report);
        }
        for (const done of [...this.#listening]) done();
        this.#schedule();
    }

    /** Says these lines, in parts where they are too large for one request. @param {Line[]} lines */
    async #speak(lines) {
        try {
            const { isAlone } = lines[0];
            const replies = await (isAlone ? this.#sendAlone(lines[0]) : this.#sendBatch(lines));
            if (replies) {
                this.#isAway = false;
                this.#reportLimit = Math.min(REPORTS, this.#reportLimit * 2);
                return lines.forEach((line, index) => this.#hear(line, replies[index]));
            }
        } catch (error) {
            const mayBeHeard = error?.code !== "ECONNREFUSED";
            for (const line of lines) line.report.putBack(line, mayBeHeard);
            const reason = error?.message || error?.code || error;
            const what = error?.isReply ? reason : `does not answer (${reason})`;
            if (!error?.wasClosed) this.#beQuiet(`${this.#place} ${what}`);
            return;
        }
        const half = Math.ceil(lines.length / 2);
        const parts = [lines.slice(0, half), lines.slice(half)];
        this.#reportLimit = new Set(parts[0].map((line) => line.report)).size;
        for (const part of parts) {
            if (this.isQuiet) for (const line of part) line.report.putBack(line);
            else await this.#speak(part);
        }
    }

    /** Without a token of ours, the next root with a reservation is created by a request of its own. */
    #claim() {
        if (this.#token) return undefined;
        return [...this.#reports].find(
            (report) => report.id === null && !report.isOver && !report.parent && report.reservation && !report.hasClaimed,
        );
    }

    /** Creates first; then children before their parents, so that a parent's own count is the last word. */
    #collect(now) {
        const claim = this.#claim();
        if (claim) return [{ ...claim.create(this.#labels), isAlone: true }].filter((line) => this.#encode(line));
        const made = [];
        const moved = [];
        let length = 0;
        const due = [...this.#reports].filter((report) => now >= report.dueAt).slice(0, this.#reportLimit);
        const held = this.#held(new Set(due));
        for (const report of due.sort((one, other) => other.depth - one.depth)) {
            if (length + CALL_LENGTH > REQUEST_LENGTH) break;
            this.#reports.delete(report);
            this.#reports.add(report);
            if (report.parent?.isOver && report.parent.id === null) report.parent = null;
            const isKnown = report.id !== null;
            const mayBeMade = !report.parent || report.parent.id !== null;
            const lines = isKnown ? report.lines(now, held.has(report)) : mayBeMade ? [report.create(this.#labels)] : [];
            for (const line of lines.filter((line) => this.#encode(line))) {
                (isKnown ? moved : made).push(line);
                length += line.json.length;
            }
        }
        return [...made, ...moved];
    }

    /**
     * Those whose end has to wait for that of something below them, which this request cannot tell: the service cancels
     * what still works below an end.
     * @param {Set<Report>} due
     */
    #held(due) {
        const held = new Set();
        for (const report of this.#reports) {
            if (!report.owesEnd || report.isOver || (report.id !== null && due.has(report))) continue;
            for (let { parent } = report; parent && !held.has(parent); { parent } = parent) held.add(parent);
        }
        return held;
    }

    #encode(line) {
        const { report, method, path, body, headers } = line;
        const { reservation, hasClaimed } = rootOf(report);
        if (!this.#token && reservation && hasClaimed) headers.Authorization = `Bearer ${reservation}`;
        try {
            line.json = wellFormed(JSON.stringify(line.isAlone ? body : { method, path, body, headers }));
            if (line.json.length <= CALL_LENGTH) return true;
            throw new RangeError(`${line.json.length} characters; at most ${CALL_LENGTH} are sent`);
        } catch (error) {
            const reason = `a member cannot be written as JSON (${error?.message})`;
            this.#hear(line, { status: 422, headers: {} }, reason);
            return false;
        }
    }

    /** @param {Line[]} lines @returns {Promise<Reply[] | null>} one for each line; null where that was too large */
    async #sendBatch(lines) {
        const authorization = this.#token ? `Bearer ${this.#token}` : lines.find(isAuthorized)?.headers.Authorization;
        /** @type {Record<string, string>} */
        const headers = { "Content-Type": "application/x-ndjson" };
        if (authorization) headers.Authorization = authorization;
        const body = lines.map((line) => `${line.json}\n`).join("");
        const isRepeatable = lines.every((line) => line.step !== "create");
        const reply = await this.#send("POST", "/v1/batch", headers, body, isRepeatable);
        if (reply.status === 413) {
            if (lines.length > 1) return null;
            return [{ status: 413, headers: {}, body: problemIn(reply.body) }];
        }
        if (reply.status !== 200) {
            const { detail, title } = problemIn(reply.body) ?? {};
            throw foreign(`answers ${[reply.status, detail ?? title].filter(Boolean).join(": ")}`);
        }
        const replies = batchIn(reply.body);
        if (replies?.length !== lines.length) throw foreign("answers, but not as progressd does");
        return replies;
    }

    /** @param {Line} line @returns {Promise<Reply[]>} */
    async #sendAlone({ method, path, headers, json }) {
        const reply = await this.#send(method, path, { "Content-Type": "application/json", ...headers }, json);
        const { location: Location, etag: ETag, "progress-directive": directive } = reply.headers;
        const body = problemIn(reply.body);
        if (reply.status < 300 && !directive) throw foreign("answers, but not as progressd does");
        return [{ status: reply.status, headers: { Location, ETag, "Progress-Directive": directive }, body }];
    }

    async #send(method, path, headers, body, isRepeatable = false) {
        const call = { method, url: at(this.#url, path), headers, body, isRepeatable, isLast: this.#isLeaving };
        try {
            return await this.#transport(call);
        } catch (error) {
            // The service closed a kept connection meanwhile: that is no outage.
            if (error?.wasClosed && isRepeatable) return this.#transport(call);
            throw error;
        }
    }

    /** @param {Line} line @param {Reply} reply @param {string} [reason] of ours, when the line was not even sent */
    #hear(line, { status, headers, body }, reason = undefined) {
        const { report, step } = line;
        const problem = reason ?? `${this.#place} answers ${status}: ${body?.detail ?? body?.title ?? step}`;
        const isUnfit = isRefusal(status);
        const isLost = status === 404 || status === 410;
        report.spokenAt = this.#clock.now();
        if (step === "errand") {
            line.done({ status, headers, body });
        } else if (status >= 500 || status === 429) {
            report.putBack(line, status >= 500);
            this.#beQuiet(problem);
        } else if (step === "create") {
            this.#hearCreate(line, { status, headers, body }, problem);
        } else if (step === "look") {
            this.#hearLook(report, status, body);
        } else if (isLost) {
            if (report.vanishes || report.isSaid) report.isOver = true;
            else report.forget();
        } else if (status === 401 || status === 403) {
            this.#refuse(report, problem);
        } else {
            if (step === "add") report.addition = null;
            if (step === "patch" && isUnfit) report.unsay(line);
            const isPlain = Object.keys(report.ending?.body ?? {}).length === 0 || report.ending.body === PLAIN_FAILURE;
            if ((step === "fail" || step === "finish") && isUnfit && !isPlain) {
                report.ending.body = step === "fail" ? PLAIN_FAILURE : {};
            } else if (step === "finish" || step === "fail") report.noteEnd();
            if (isUnfit) this.warn("member", problem);
        }
        report.obey(headers["Progress-Directive"]);
        report.acknowledge();
    }

    /** @param {Line} line @param {Reply} reply @param {string} problem */
    #hearCreate(line, { status, headers, body }, problem) {
        const { report } = line;
        const { parent, reservation, unanswered, name } = report;
        const isLost = status === 404 || status === 410;
        const id = idIn(headers);
        report.hasClaimed ||= Boolean(reservation) && status < 300;
        if ((status < 300 && !id) || (isLost && !parent)) {
            // Something else answers at that address, or a service that is not ready.
            report.putBack(line, true);
            this.#beQuiet(problem);
        } else if (status < 300 && unanswered && line.method === "PUT" && !isSame(body, line.body)) {
            // A run before ours, which never ended.
            report.unanswered = null;
        } else if (status < 300) {
            report.id = id;
            report.unanswered = null;
        } else if (isLost && !parent.isOver && !parent.vanishes) {
            parent.forget();
        } else if (isLost) {
            report.parent = null;
            report.unanswered = null;
            report.begin();
        } else if (status === 409 && unanswered && !parent) {
            // A run before ours: now ours begins.
            report.unanswered = null;
        } else if (status === 409 && name !== null) {
            report.rename(problem);
        } else if (isRefusal(status) && !report.isBare) {
            report.isBare = true;
            report.unanswered = null;
            this.warn("member", problem);
        } else {
            this.#refuse(report, problem);
        }
    }

    /** Whose the name of a child is: ours, when it is below our parent. */
    #hearLook(report, status, body) {
        report.isSought = false;
        if (status === 200 && body?.id && body.parentID === report.parent?.id) report.id = body.id;
        else if (status !== 404) report.rename("it is another's");
    }

    #refuse(report, reason) {
        report.isOver = true;
        this.warn("refused", reason);
    }

    #beQuiet(reason) {
        this.#quietUntil = this.#clock.now() + QUIET;
        this.#isAway = true;
        for (const report of [...this.#reports]) if (report.isCredited || report.ending) report.fold();
        this.warn("service", reason);
    }

    /** One line for each kind of trouble. @param {string} kind @param {string} reason */
    warn(kind, reason) {
        if (this.#warned.has(kind)) return;
        this.#warned.add(kind);
        try {
            // No control characters of replies.
            const shown = reason.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim().slice(0, 400).replace(/\.$/, "");
            this.#say(`progressd: ${shown}; the work continues, and nothing more is said of it.`, kind);
        } catch {
            // A warning that cannot be written does not break the work.
        }
    }
}

/** Halves of characters, which the service refuses, become U+FFFD; JSON.stringify escapes no others like that. */
const wellFormed = (json) =>
    json.replace(/\\(u[dD][89a-fA-F]..|.)/g, (escape, name) => (name.length > 1 ? "\\ufffd" : escape));

/** Replaces the details of a failure that the service refused. */
const PLAIN_FAILURE = { message: "Failed" };

/** @param {string} message what an answer is that progressd does not give */
const foreign = (message) => Object.assign(new Error(message), { isReply: true });

/** The problem, or another object, in a body; undefined where there is none. @param {string} text */
function problemIn(text) {
    try {
        const body = JSON.parse(text);
        return isObject(body) ? body : undefined;
    } catch {
        return undefined;
    }
}

/** The replies of a batch; undefined where these are none. @param {string} text @returns {Reply[] | undefined} */
function batchIn(text) {
    const replies = text.split("\n").filter(Boolean).map(problemIn);
    if (!replies.every((reply) => Number.isInteger(reply?.status))) return undefined;
    return replies.map(({ status, headers, body }) => ({ status, headers: isObject(headers) ? headers : {}, body }));
}

/** `Location: /v1/progress/<id>`, or `ETag: "<id>.node.en.1"`. @type {(headers: Record<string, any>) => string | undefined} */
const idIn = ({ Location = undefined, ETag = undefined }) =>
    /\/v1\/progress\/([\w-]+)$/.exec(Location ?? "")?.[1] ?? /^(?:W\/)?"([\w-]+)/.exec(ETag ?? "")?.[1];

/** Whether what is shown may be what that create made. */
const isSame = (shown, made) => !shown || shown.completedUnitCount === made.completedUnitCount;

/** The service does not take what a call says, and will not later. */
const isRefusal = (status) => status === 400 || status === 413 || status === 422;

const isAuthorized = (line) => Boolean(line.headers.Authorization);
/** Resolves after timers and sockets had their turn; where there is no setImmediate, timers would be slowed down. */
function turn() {
    if (globalThis.setImmediate) return new Promise((resolve) => globalThis.setImmediate(resolve));
    return new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            port1.close();
            resolve(undefined);
        };
        port2.postMessage(null);
    });
}

/** Nothing more to say, and no lease to keep: a later change brings it back. */
const isDone = (report) =>
    report.isOver || (!report.owes && (report.isFinished || report.directive === "cancel"));

function rootOf(report) {
    let root = report;
    while (root.parent) root = root.parent;
    return root;
}

/** @param {string | undefined} text `key=value,key=value` */
function labelsIn(text) {
    const pairs = (text ?? "").split(",").map((pair) => pair.split("="));
    const named = pairs.map(([key, ...value]) => [key.trim(), value.join("=").trim()]).filter(([key]) => key);
    return Object.fromEntries(named);
}

/**
 * An address as a message may have it: without a user and a password, and without a query, which may have a token.
 * Where it is not clear what of it is a password, only its scheme.
 * @param {string | URL} address
 */
function shown(address) {
    const [, scheme, authority, path, rest] = /^(?:(.*?):\/\/)?([^/?#]*)([^?#]*)(.*)$/s.exec(String(address).trim());
    const start = scheme === undefined ? "" : `${scheme}://`;
    if ((path + rest).includes("@")) return `${start}…`;
    return start + authority.slice(authority.lastIndexOf("@") + 1) + path;
}

/** The scheme, which may be left out, a host, a port, and the path in front of which a proxy puts the service. */
const ADDRESS = /^(?:(https?):\/\/)?([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?(\/[^\s?#\\@]*)?$/i;

/**
 * The service's address by the grammar that all clients share.
 * @param {string | URL} address
 * @throws {TypeError} without a user, a password or a query in its message
 */
function serviceAddress(address) {
    const text = String(address).trim();
    const [, scheme = "http", host, port, prefix = ""] = ADDRESS.exec(text) ?? [];
    try {
        if (!host || (port !== undefined && !(Number(port) > 0 && Number(port) <= 65_535))) throw new TypeError(text);
        return new URL(`${scheme}://${host}${port === undefined ? "" : `:${port}`}${prefix.replace(/\/+$/, "")}`);
    } catch {
        const form = "expected http://host:port, without user, password or query";
        throw new TypeError(`invalid address ${JSON.stringify(shown(text))}: ${form}`);
    }
}

/** @param {URL} base of the service @param {string} path of a call */
const at = (base, path) => new URL(base.pathname.replace(/\/+$/, "") + path, base.origin);

/**
 * A token as a header can carry it: files and variables like to end lines.
 * @param {unknown} token
 * @throws {TypeError} which does not show it
 */
function fitToken(token) {
    const text = String(token ?? "").trim();
    if (/[^\x20-\x7e\x80-\xff]/.test(text)) throw new TypeError("the token has a character that no header can carry");
    return text || null;
}

/** @type {Reporter | null} */
let shared = null;

/** Where and as whom all progresses made from now on are reported. Without it, the environment decides. */
export function configure(/** @type {Settings} */ settings) {
    shared = new Reporter(settings);
}

/** Waits until the service has heard everything, at most that long; for programs that end by `process.exit()`. */
export async function flush(milliseconds = FAREWELL) {
    await shared?.flush(milliseconds);
}

// ---------------------------------------------------------------------------------------------------------------------
// Progress

/** Members of a progress that the API lets a worker set, by their names there. */
const MEMBERS = new Set([
    ...["localizedDescription", "localizedAdditionalDescription", "kind", "fileOperationKind", "fileURL"],
    ...["fileTotalCount", "fileCompletedCount", "estimatedTimeRemaining", "throughput", "userInfo", "labels", "urls"],
    ...["isCancellable", "isPausable", "leaseSeconds", "removeWhenFinished", "started"],
]);

/**
 * Those of the options that are members of a progress. Of others the service knows nothing; one is warned of.
 * @param {Record<string, any>} options @param {Reporter} reporter
 */
function membersIn(options, reporter) {
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    for (const [name] of given) {
        if (!MEMBERS.has(name)) reporter.warn("member", `the option ${JSON.stringify(name)} is unknown and left out`);
    }
    return Object.fromEntries(given.filter(([name]) => MEMBERS.has(name)));
}

/**
 * @typedef {object} ProgressOptions The API's other members of a progress may be given by their names as well.
 * @property {string} [name] for work that is done again and again: each progress of that name is its next run
 * @property {string} [title] what people read; `localizedDescription` in the API
 * @property {string} [kind] "file" when units are bytes
 * @property {Record<string, string>} [labels]
 * @property {number | null} [lease] seconds without a word after which it counts as stalled; 60
 * @property {string} [reservation] from the header `Progress-Reservation`: become the child that it is for
 * @property {AbortSignal} [signal] ends the work as a cancel does, by throwing its reason; also in parts of it
 * @property {Progress} [parent] as `parent.child` does
 * @property {number} [pendingUnitCount] of a child: the parent's units that it is worth; 1
 * @property {Reporter} [reporter]
 */

/** Work that is reported, with NSProgress's words. Nothing here waits for the service or throws because of it. */
export class Progress {
    #report;
    /** @type {AbortSignal | undefined} the program's own */
    #signal;

    /**
     * @param {number | bigint | null} [total] in units of your choosing; null when unknown
     * @param {ProgressOptions} [options]
     */
    constructor(total = null, options = {}) {
        const { name, title, lease = LEASE, reservation, pendingUnitCount = 1, reporter, ...rest } = options ?? {};
        const { parent, signal, ...more } = rest;
        const owner = parent ? parent.#report.reporter : (reporter ?? (shared ??= new Reporter()));
        const leaseSeconds = Number.isFinite(lease) && lease > 0 ? lease : undefined;
        /** @type {Record<string, any>} */
        const given = { isPausable: true, leaseSeconds, ...membersIn(more, owner) };
        if (title != null) given.localizedDescription = title;
        const start = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        this.#signal = signal ?? (parent ? parent.#signal : undefined);
        start.totalUnitCount = totalCount(total);
        this.#report = new Report(owner, start, {
            name,
            pendingUnitCount,
            parent: parent ? parent.#report : null,
            reservation: parent ? null : (reservation ?? owner.takeReservation()),
        });
        owner.touch(this.#report);
    }

    /**
     * Does the work, finishes when it returns, fails when it throws. The outermost work's error is thrown on when the
     * service has heard of it, at most a second later: an uncaught one ends the process.
     * @template T
     * @param {number | bigint | null} total
     * @param {ProgressOptions | ((progress: Progress) => T | Promise<T>)} options may be left out
     * @param {(progress: Progress) => T | Promise<T>} [work]
     * @returns {Promise<T>}
     */
    static async run(total, options, work) {
        if (typeof options === "function") return Progress.run(total, {}, options);
        const progress = new Progress(total, options);
        try {
            const result = await work(progress);
            progress.finish();
            return result;
        } catch (error) {
            progress.fail(error);
            if (isNode && !progress.#report.parent) await progress.#report.reporter.flushFailure();
            throw error;
        }
    }

    /**
     * A part of this work, which counts in units of its own.
     * @param {number | bigint | null} [total]
     * @param {ProgressOptions} [options]
     */
    child(total = null, options = {}) {
        return new Progress(total, { ...options, parent: this });
    }

    /**
     * That many more units are done. Fractions add up.
     * @param {number | bigint} [count]
     */
    complete(count = 1) {
        const units = typeof count === "bigint" ? Number(count) : count;
        if (Number.isFinite(units) && units !== 0) this.#report.add(units);
    }

    /**
     * New counts and texts, and other members by their names in the API.
     * @param {{completed?: number | bigint, total?: number | bigint | null, title?: string | null}
     *   & Record<string, any>} members
     */
    set({ completed, total, title, completedUnitCount, totalUnitCount, ...more } = {}) {
        const members = membersIn({ localizedDescription: title, ...more }, this.#report.reporter);
        if (total === undefined) total = totalUnitCount;
        if (total !== undefined) members.totalUnitCount = totalCount(total);
        this.#report.set({ ...members, completedUnitCount: completed ?? completedUnitCount });
    }

    /** The work on a part begins, though nothing is done yet; what is not a part has begun. */
    begin() {
        this.#report.begin();
    }

    /** The work is left in good order, as by `break`: finished, and its text keeps how far it came. */
    leave() {
        if (this.isCancelled) this.#report.leave();
        else this.#report.break();
    }

    /** The work is done, whatever the counts say. */
    finish() {
        if (this.isCancelled) this.#report.leave();
        else this.#report.end("finish");
    }

    /**
     * The work ended without finishing. Of a cancelled one the service knows that already.
     * @param {any} error its message and code are told, or itself
     */
    fail(error) {
        if (this.isCancelled) return this.#report.leave();
        // The codes of a DOMException are legacy numbers.
        const isNumbered = typeof DOMException === "function" && error instanceof DOMException;
        const name = memberOf(error, "name");
        const code = (isNumbered ? null : memberOf(error, "code")) ?? (name === "Error" ? null : name) ?? null;
        this.#report.end("fail", { message: wordsOf(error), code: code === null ? null : textOf(code).slice(0, 100) });
    }

    /**
     * Waits while the work is paused. A paused process stays alive.
     * @throws {Cancelled} when it was cancelled; the reason of the program's own signal when that aborts
     */
    async checkpoint() {
        const report = this.#report;
        report.begin();
        this.#signal?.throwIfAborted();
        while (report.directive === "pause" && !report.isOver) {
            const release = report.reporter.clock.after(2 ** 31 - 1, () => {}, true);
            let forget = () => {};
            await new Promise((resolve) => {
                const wake = () => {
                    report.waiting.delete(wake);
                    forget();
                    release();
                    resolve();
                };
                if (this.#signal) forget = onAbort(this.#signal, wake);
                report.waiting.add(wake);
                report.reporter.touch(report);
            });
            this.#signal?.throwIfAborted();
        }
        if (report.directive === "cancel") throw new Cancelled();
        await report.reporter.breathe();
        this.#signal?.throwIfAborted();
    }

    /**
     * Aborts when the progress is cancelled, or the program's own signal aborts, with the reason of that:
     * `fetch(url, { signal: progress.signal })`. Asks for a cancel each second.
     */
    get signal() {
        const report = this.#report;
        if (report.abort) return report.abort.signal;
        const abort = (report.abort = new AbortController());
        const own = this.#signal;
        if (own?.aborted) abort.abort(own.reason);
        else if (this.isCancelled) abort.abort(new Cancelled());
        else {
            if (own) report.release = onAbort(own, () => abort.abort(own.reason));
            report.reporter.touch(report);
        }
        return abort.signal;
    }

    /**
     * One unit for each item. Waits between items while paused, and throws `Cancelled`.
     * @template T
     * @param {Iterable<T> | AsyncIterable<T>} items
     * @returns {AsyncGenerator<T, void, void>}
     */
    async *track(items) {
        for await (const item of items) {
            await this.checkpoint();
            yield item;
            this.complete();
        }
    }

    /**
     * Counts the bytes that pass: `response.body.pipeThrough(progress.counter())`. A pause is back-pressure; a cancel
     * breaks the stream with `Cancelled`.
     * @returns {TransformStream<any, any>}
     */
    counter() {
        return new TransformStream({
            transform: async (chunk, controller) => {
                await this.checkpoint();
                controller.enqueue(chunk);
                this.complete(chunk?.byteLength ?? chunk?.length ?? 1);
            },
        });
    }

    /**
     * Sets units aside for a progress in another process: `work` gets the headers that make it a child of this one, and
     * none when the service is away. Unclaimed units are complete when `work` ends.
     * @template T
     * @param {number} pendingUnitCount
     * @param {(headers: Record<string, string>) => T | Promise<T>} work
     * @returns {Promise<T>}
     */
    async withReservation(pendingUnitCount, work) {
        const report = this.#report;
        const units = Math.max(0, whole(pendingUnitCount));
        const token = await this.#reserve(units);
        try {
            return await work(token ? { "Progress-Reservation": token } : {});
        } finally {
            if (token) {
                report.completed += units;
                report.outstanding += units;
                report.reporter.errand(report, "DELETE", `/v1/reservations/${token}`).then(() => {
                    report.outstanding -= units;
                    report.acknowledge();
                });
                report.settle();
            } else {
                this.complete(units);
            }
        }
    }

    async #reserve(pendingUnitCount) {
        const report = this.#report;
        if (report.id === null && !report.reporter.isQuiet) await report.reporter.flush();
        if (report.id === null) return null;
        const path = `/v1/progress/${report.id}/reservations`;
        const reply = await report.reporter.errand(report, "POST", path, { pendingUnitCount });
        return reply?.status === 201 ? reply.body.token : null;
    }

    /** Null until the service has answered. */
    get id() {
        return this.#report.id;
    }

    get name() {
        return this.#report.name;
    }

    get totalUnitCount() {
        return this.#report.total;
    }

    get completedUnitCount() {
        return whole(this.#report.completed);
    }

    /** Children of this process count by their own fraction until they finish. */
    get fractionCompleted() {
        return this.#report.fraction;
    }

    get isIndeterminate() {
        return this.#report.isIndeterminate;
    }

    get isFinished() {
        return this.#report.isFinished;
    }

    get isCancelled() {
        return this.#report.directive === "cancel";
    }

    get isPaused() {
        return this.#report.directive === "pause";
    }
}

/**
 * `for await (const row of track(rows, { title: "Importing" }))`: one unit for each item. A loop left by `break` is
 * finished with what it did.
 * @template T
 * @param {(Iterable<T> | AsyncIterable<T>) & {length?: number, size?: number}} items
 * @param {ProgressOptions & {total?: number | bigint | null}} [given]
 * @returns {AsyncGenerator<T, void, void>}
 */
export async function* track(items, given = {}) {
    const { total = sizeOf(items), ...options } = given ?? {};
    const progress = new Progress(total, options);
    try {
        yield* progress.track(items);
    } catch (error) {
        progress.fail(error);
        throw error;
    } finally {
        progress.leave();
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Watching

/** @typedef {Record<string, any> & {id: string}} Snapshot a progress as in the API */

/** When snapshots came, by which clock, and how old they were then. @type {WeakMap<Snapshot, {came: number, age: number, clock: Clock}>} */
const arrivals = new WeakMap();

/**
 * The seconds that a watched progress has left now: what the service told less the age of that, never below 0. Null where
 * it tells no time: while paused, stalled or silent, after the end, and when unknown. Of a copy, the age is not
 * known; it gets what the service told.
 * @param {Snapshot} shown as `watch` yields it
 * @returns {number | null}
 */
export function timeRemaining(shown) {
    const { estimatedTimeRemaining: told = null, state, isRemoved } = shown;
    if (told === null || isRemoved || !["running", "indeterminate"].includes(state)) return null;
    const arrival = arrivals.get(shown);
    if (!arrival) return told;
    const { came, age, clock } = arrival;
    return Math.max(0, told - (age + clock.now() - came) / 1_000);
}

/** @param {Snapshot} shown @param {number} ahead milliseconds by which the service's clock is @param {Clock} clock */
function noteArrival(shown, ahead, clock) {
    const age = Math.max(0, Date.now() + ahead - Date.parse(shown.updatedAt)) || 0;
    arrivals.set(shown, { came: clock.now(), age, clock });
}

/** By how many milliseconds the service's clock is ahead, of the `Date` of a reply that came just now, if it has one. */
function leadOf(date) {
    const lead = Date.parse(date ?? "") + 500 - Date.now();
    return Math.abs(lead) > CLOSE ? lead : 0;
}

/** The service answered that it will not show this, or something else answers at its address. */
export class Refused extends Error {
    /** @param {number} status */
    constructor(status, message) {
        super(message);
        this.name = "Refused";
        this.status = status;
    }
}

/**
 * Yields what a progress shows, now and after each change, until it has ended. What was removed comes once more with
 * `isRemoved: true`. A broken connection is resumed for as long as it takes; a slow loop skips to the newest state.
 * @param {string | string[]} [progress] a name or an id, several, or none for all roots
 * @param {object} [options]
 * @param {string} [options.url] else PROGRESSD_URL
 * @param {string} [options.token] else PROGRESSD_TOKEN
 * @param {AbortSignal} [options.signal] ends the watching by throwing its reason
 * @param {boolean} [options.descendants] what is below as well
 * @param {boolean} [options.summary] with a summary of the subtree
 * @param {boolean} [options.runs] stay for the next runs of the name
 * @param {Clock} [options.clock]
 * @returns {AsyncGenerator<Snapshot, void, void>}
 * @throws {Refused} when there is no such progress (404), or the token may not see it (401, 403)
 */
export async function* watch(progress, options = {}) {
    const { signal } = options;
    signal?.throwIfAborted();
    if (Array.isArray(progress) && progress.length === 0) return;
    /** The newest of each that the loop has not seen. @type {Map<string, Snapshot>} */
    const news = new Map();
    const left = new AbortController();
    const leave = () => left.abort(signal.reason);
    let wake = () => {};
    /** How the reading ended. @type {{error: any}[]} */
    const ends = [];
    const show = (snapshot) => {
        news.set(snapshot.id, snapshot);
        wake();
    };
    signal?.addEventListener("abort", leave, { once: true });
    const finish = (error = undefined) => {
        ends.push({ error });
        wake();
    };
    readStreams(watchURL(progress, options), { ...options, signal: left.signal }, show).then(() => finish(), finish);
    try {
        while (news.size > 0 || ends.length === 0) {
            signal?.throwIfAborted();
            const [next] = news.values();
            if (next) {
                news.delete(next.id);
                yield next;
            } else {
                await new Promise((resolve) => (wake = () => resolve(undefined)));
            }
        }
        if (ends[0].error) throw ends[0].error;
    } finally {
        signal?.removeEventListener("abort", leave);
        left.abort();
    }
}

/**
 * Reads one stream after another until the service says that nothing more will come, however slow the loop is.
 * @param {URL} url
 * @param {Record<string, any>} options those of `watch`
 * @param {(snapshot: Snapshot) => void} show
 */
async function readStreams(url, options, show) {
    const { signal, clock = systemClock } = options;
    const token = fitToken(options.token || environment.PROGRESSD_TOKEN);
    const descendants = Boolean(options.descendants);
    const state = { shown: new Map(), stale: new Map(), last: "", retry: RETRY, ahead: 0, descendants };
    for (let attempt = 0; ; attempt += 1) {
        signal.throwIfAborted();
        const abort = new AbortController();
        const onAbort = () => abort.abort(signal.reason);
        signal.addEventListener("abort", onAbort, { once: true });
        try {
            const headers = { Accept: "text/event-stream" };
            if (token) headers.Authorization = `Bearer ${token}`;
            if (state.last) headers["Last-Event-ID"] = state.last;
            for await (const event of events(url, headers, abort, clock)) {
                if (event.retry !== undefined) state.retry = event.retry;
                if (event.ahead !== undefined) state.ahead = event.ahead;
                if (event.type === "end" || event.type === "none") return;
                for (const snapshot of merge(state, event)) {
                    attempt = 0;
                    noteArrival(snapshot, state.ahead, clock);
                    show(snapshot);
                }
            }
        } catch (error) {
            if (error instanceof Refused || signal.aborted) throw signal.aborted ? signal.reason : error;
        } finally {
            signal.removeEventListener("abort", onAbort);
            abort.abort();
        }
        signal.throwIfAborted();
        const longest = Math.max(state.retry, LONGEST_RETRY);
        await sleep(Math.min(state.retry * 2 ** attempt, longest) * (0.5 + Math.random() / 2), signal, clock);
    }
}

/** @param {string | string[] | undefined} progress @param {Record<string, any>} options */
function watchURL(progress, { url, descendants, summary, runs }) {
    const isOne = typeof progress === "string";
    const path = isOne ? `/v1/progress/${encodeURIComponent(progress)}/events` : "/v1/events";
    const address = at(serviceAddress(url || environment.PROGRESSD_URL?.trim() || DEFAULT_URL), path);
    for (const id of isOne ? [] : (progress ?? [])) address.searchParams.append("id", id);
    for (const [name, value] of Object.entries({ descendants, summary, runs })) {
        if (value) address.searchParams.set(name, "true");
    }
    return address;
}

/** @param {any} event @returns {Snapshot[]} what to show for it */
function merge(state, event) {
    const { type, data, id } = event;
    const { shown } = state;
    const isChild = type === "child" && state.descendants;
    let news = [];
    if (type === "reset") {
        for (const [known, snapshot] of shown) state.stale.set(known, snapshot);
        shown.clear();
    } else if (type === "synced") {
        for (const [known, snapshot] of state.stale) if (!shown.has(known)) news.push({ ...snapshot, isRemoved: true });
        state.stale.clear();
    } else if (type === "removed") {
        news = withBelow(shown, JSON.parse(data).id, state.descendants);
        for (const gone of news) shown.delete(gone.id);
    } else if (type === "snapshot" || type === "progress" || type === "state" || isChild) {
        const { reason, ...members } = JSON.parse(data);
        news = [{ ...shown.get(members.id), ...members }];
        shown.set(members.id, news[0]);
    }
    if (id) state.last = id;
    return news;
}

/** The removals that follow from one: of it and, in a watched subtree, of all below it. */
function withBelow(shown, id, descendants) {
    const gone = new Set([id]);
    for (let before = 0; descendants && before < gone.size; ) {
        before = gone.size;
        for (const one of shown.values()) if (gone.has(one.parentID)) gone.add(one.id);
    }
    return [...gone].map((one) => ({ ...shown.get(one), id: one, isRemoved: true }));
}

/** The events of one connection; `{type: "none"}` when the service says that nothing more will come. */
async function* events(url, headers, abort, clock) {
    let stop = () => {};
    const listen = () => {
        stop();
        stop = clock.after(SILENCE, () => abort.abort(new Error(`silent for ${SILENCE} ms`)));
    };
    listen();
    try {
        const reply = await fetch(url, { headers, signal: abort.signal, cache: "no-store" });
        if (reply.status === 204) return void (yield { type: "none" });
        if (reply.status !== 200) {
            const isFinal = reply.status >= 400 && reply.status < 500 && ![408, 429].includes(reply.status);
            const problem = `${reply.status} for ${shown(url)}: ${(await reply.text()).slice(0, 1_000)}`;
            throw isFinal ? new Refused(reply.status, problem) : new Error(problem);
        }
        const type = reply.headers.get("Content-Type") ?? "of no type";
        if (!/^text\/event-stream\b/i.test(type)) {
            throw new Refused(reply.status, `${shown(url)} is no stream of progressd: its answer is ${type.slice(0, 100)}`);
        }
        yield { type: "open", ahead: leadOf(reply.headers.get("Date")) };
        const reader = reply.body.getReader();
        const decoder = new TextDecoder();
        const parser = new EventParser();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
            listen();
            yield* parser.push(decoder.decode(part.value, { stream: true }));
        }
    } finally {
        stop();
    }
}

/** Resolves after that time; rejects with the signal's reason. The timer keeps the process alive: somebody waits. */
function sleep(milliseconds, signal, clock) {
    return new Promise((resolve, reject) => {
        const end = () => {
            stop();
            signal?.removeEventListener("abort", end);
            if (signal?.aborted) reject(signal.reason);
            else resolve();
        };
        const stop = clock.after(milliseconds, end, true);
        signal?.addEventListener("abort", end, { once: true });
    });
}

/**
 * Server-sent events out of text in parts of any size. Lines end with CR, LF or CRLF.
 *
 * An event is `{type, data, id, retry}`: `id` is the last one that the stream named; `retry` alone comes as an event of
 * type "retry". What the stream's end leaves incomplete is not an event.
 */
export class EventParser {
    #rest = "";
    #endedWithReturn = false;
    #type = "";
    #data = [];
    #id = "";

    /** @param {string} text */
    *push(text) {
        if (!text) return;
        const skips = this.#endedWithReturn && text[0] === "\n" ? 1 : 0;
        this.#endedWithReturn = text.at(-1) === "\r";
        const lines = (this.#rest + text.slice(skips)).split(/\r\n|\r|\n/);
        this.#rest = lines.pop();
        for (const line of lines) yield* this.#take(line);
    }

    *#take(line) {
        if (line === "") {
            const event = { type: this.#type || "message", data: this.#data.join("\n"), id: this.#id };
            const isEmpty = this.#data.length === 0;
            this.#type = "";
            this.#data = [];
            if (!isEmpty) yield event;
            return;
        }
        const colon = line.indexOf(":");
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (field === "event") this.#type = value;
        else if (field === "data") this.#data.push(value);
        else if (field === "id" && !value.includes("\0")) this.#id = value;
        else if (field === "retry" && /^\d+$/.test(value)) yield { type: "retry", retry: Number(value) };
    }
}
