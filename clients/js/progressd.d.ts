// The types of progressd.js. Tests/clients/js compares the two.

/** The clock, so that tests need not wait. */
export interface Clock {
    /** In milliseconds, from anywhere. */
    now(): number;
    /** Calls `action` once; returns what stops that. Only with `holds` does the timer keep a process alive. */
    after(milliseconds: number, action: () => void, holds?: boolean): () => void;
}

export interface Call {
    method: string;
    url: URL;
    headers: Record<string, string>;
    body: string;
    /** It takes effect once, however often it arrives. */
    isRepeatable: boolean;
    /** The page goes, and the request has to outlive it. */
    isLast: boolean;
}

export type Transport = (call: Call) => Promise<{ status: number; headers: Record<string, any>; body: string }>;

export interface Settings {
    /** The service; else PROGRESSD_URL, else http://127.0.0.1:8080. */
    url?: string | URL;
    /** A reporter's; else PROGRESSD_TOKEN. */
    token?: string | null;
    /** For the first root; else PROGRESSD_RESERVATION. */
    reservation?: string | null;
    /** Of every root; else PROGRESSD_LABELS, as `job=4711,team=data`. */
    labels?: Record<string, string>;
    /** Else console.warn. Called once for each kind of trouble: service, refused, member, name, address. */
    warn?: (text: string, kind: string) => void;
    clock?: Clock;
    transport?: Transport;
}

/** Members of a progress that the API lets a worker set, by their names there. Null puts one back to its default. */
export interface ProgressMembers {
    localizedDescription?: string | null;
    localizedAdditionalDescription?: string | null;
    /** "file" when units are bytes. */
    kind?: string | null;
    fileOperationKind?: string | null;
    fileURL?: string | null;
    fileTotalCount?: number | null;
    fileCompletedCount?: number | null;
    /** Seconds. */
    estimatedTimeRemaining?: number | null;
    /** Units per second. */
    throughput?: number | null;
    userInfo?: Record<string, unknown>;
    labels?: Record<string, string | null>;
    /** Addresses that belong to the work, such as its log. */
    urls?: Record<string, string | null>;
    isCancellable?: boolean;
    isPausable?: boolean;
    leaseSeconds?: number | null;
    removeWhenFinished?: boolean;
    started?: boolean;
}

export interface ProgressOptions extends ProgressMembers {
    /** For work that is done again and again: each progress of that name is its next run. */
    name?: string;
    /** For people; `localizedDescription` in the API. */
    title?: string | null;
    /** Seconds without a word after which it counts as stalled; 60. */
    lease?: number | null;
    /** From the header `Progress-Reservation`: become the child that it is for. */
    reservation?: string | null;
    /** Ends the work as a cancel does, by throwing its reason; also in parts of it. */
    signal?: AbortSignal;
    /** As `parent.child` does. */
    parent?: Progress;
    /** Of a child: the parent's units that it is worth; 1. */
    pendingUnitCount?: number;
    reporter?: Reporter;
}

export interface ProgressChanges extends ProgressMembers {
    completed?: number | bigint;
    total?: number | bigint | null;
    title?: string | null;
    completedUnitCount?: number | bigint;
    totalUnitCount?: number | bigint | null;
}

/** Speaks to one service for any number of progresses. `configure` makes the one that all use by default. */
export class Reporter {
    constructor(settings?: Settings);
    /** Waits until the service has heard everything, at most that long. */
    flush(milliseconds?: number): Promise<void>;
}

/** Where and as whom all progresses made from now on are reported. Without it, the environment decides. */
export function configure(settings: Settings): void;

/** Waits until the service has heard everything, at most that long; for programs that end by `process.exit()`. */
export function flush(milliseconds?: number): Promise<void>;

/** Work that is reported, with NSProgress's words. Nothing here waits for the service or throws because of it. */
export class Progress {
    /** @param total in units of your choosing; null when unknown */
    constructor(total?: number | bigint | null, options?: ProgressOptions);

    /** Does the work, finishes when it returns, fails when it throws. */
    static run<T>(total: number | bigint | null, work: (progress: Progress) => T | Promise<T>): Promise<T>;
    static run<T>(
        total: number | bigint | null,
        options: ProgressOptions,
        work: (progress: Progress) => T | Promise<T>,
    ): Promise<T>;

    /** A part of this work, which counts in units of its own. */
    child(total?: number | bigint | null, options?: ProgressOptions): Progress;

    /** That many more units are done. Fractions add up. */
    complete(count?: number | bigint): void;
    /** New counts and texts. */
    set(members: ProgressChanges): void;
    /** The work on a part begins, though nothing is done yet; what is not a part has begun. */
    begin(): void;
    /** The work is left in good order, as by `break`: finished, and its text keeps how far it came. */
    leave(): void;
    /** The work is done, whatever the counts say. */
    finish(): void;
    /** The work ended without finishing: the error's message and code are told, or itself. */
    fail(error: unknown): void;

    /**
     * Waits while the work is paused. Throws `Cancelled` when it was cancelled, and the reason of the program's own signal
     * when that aborts.
     */
    checkpoint(): Promise<void>;
    /** One unit for each item. Waits between items while paused, and throws `Cancelled`. */
    track<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<Awaited<T>, void, void>;
    /** Counts the bytes that pass. */
    counter(): TransformStream<any, any>;
    /** Sets units aside for a progress in another process, which the headers make a child of this one. */
    withReservation<T>(
        pendingUnitCount: number,
        work: (headers: Record<string, string>) => T | Promise<T>,
    ): Promise<T>;

    /** Aborts when the progress is cancelled, or the program's own signal aborts. */
    get signal(): AbortSignal;
    /** Null until the service has answered. */
    get id(): string | null;
    /** Null where it has none. */
    get name(): string | null;
    /** Below 0: unknown. */
    get totalUnitCount(): number;
    get completedUnitCount(): number;
    /** Children of this process count by their own fraction until they finish. */
    get fractionCompleted(): number;
    get isIndeterminate(): boolean;
    get isFinished(): boolean;
    get isCancelled(): boolean;
    get isPaused(): boolean;
}

/** `for await (const row of track(rows, { title: "Importing" }))`: one unit for each item. */
export function track<T>(
    items: Iterable<T> | AsyncIterable<T>,
    options?: ProgressOptions & { total?: number | bigint | null },
): AsyncGenerator<Awaited<T>, void, void>;

/** The progress was cancelled. Uncaught, Node ends with the status 130. */
export class Cancelled extends Error {
    constructor(message?: string);
}

/** The service answered that it will not show this, or something else answers at its address. */
export class Refused extends Error {
    constructor(status: number, message: string);
    status: number;
}

/** A progress as the API shows it. */
export interface Snapshot {
    id: string;
    name: string;
    /** "running", "paused", "finished" and so on. */
    state: string;
    totalUnitCount: number;
    completedUnitCount: number;
    fractionCompleted: number;
    localizedDescription: string;
    localizedAdditionalDescription: string;
    estimatedTimeRemaining: number | null;
    /** It was removed, and comes for the last time. */
    isRemoved?: true;
    /** All other members, by their names in the API. */
    [member: string]: any;
}

export interface WatchOptions {
    /** Else PROGRESSD_URL. */
    url?: string | URL;
    /** Else PROGRESSD_TOKEN. */
    token?: string | null;
    /** Ends the watching by throwing its reason. */
    signal?: AbortSignal;
    /** Also all below it. */
    descendants?: boolean;
    /** With a summary of the subtree. */
    summary?: boolean;
    /** Stay for the next runs of the name. */
    runs?: boolean;
    clock?: Clock;
}

/** Yields what a progress shows, now and after each change, until it has ended. */
export function watch(progress?: string | string[], options?: WatchOptions): AsyncGenerator<Snapshot, void, void>;

/** The seconds that a watched progress has left now; null where the service tells no time. */
export function timeRemaining(shown: Snapshot): number | null;

export interface ServerSentEvent {
    type: string;
    data?: string;
    id?: string;
    retry?: number;
}

/** Server-sent events out of text in parts of any size. */
export class EventParser {
    push(text: string): Generator<ServerSentEvent, void, void>;
}
