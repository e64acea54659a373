// The module as a TypeScript program sees it. It is only checked, never run: package.test.mjs.

import {
    Cancelled,
    Progress,
    Refused,
    Reporter,
    configure,
    flush,
    timeRemaining,
    track,
    watch,
    type ProgressOptions,
} from "progressd";

configure({ url: "http://127.0.0.1:8080", token: "secret", labels: { job: "4711" } });
const reporter = new Reporter({ warn: (text) => console.log(text.length) });

const sum: number = await Progress.run(3, async (progress) => progress.completedUnitCount + 1);
const text: string = await Progress.run(null, { title: "Reading", kind: "file" }, () => "read");

const progress = new Progress(10n, { name: "import", lease: null, reporter });
const child: Progress = progress.child(4, { pendingUnitCount: 2 });
child.complete();
child.complete(2n);
child.set({ completed: 1, total: null, title: "Part", userInfo: { step: 1 } });
child.fail(new Error("No space left"));
progress.finish();
await progress.checkpoint();
await fetch("/", { signal: progress.signal });
const options: ProgressOptions = { signal: new AbortController().signal, urls: { log: "https://ci/1" }, started: true };
for await (const row of track(new Map([["a", 1]]), options)) row[1].toFixed();
const headers: Record<string, string> = await progress.withReservation(3, (headers) => headers);

for await (const row of track(["a", "b"], { title: "Rows", total: 2 })) row.toUpperCase();
for await (const size of progress.track(new Set([1, 2]))) size.toFixed();
await new Response("x").body?.pipeThrough(progress.counter()).pipeTo(new WritableStream());

try {
    const signal = new AbortController().signal;
    for await (const shown of watch("import", { signal, descendants: true })) console.log(shown.id, shown.state);
    for await (const shown of watch(["a", "b"])) if (shown.isRemoved) break;
    for await (const shown of watch()) console.log(timeRemaining(shown)?.toFixed());
} catch (error) {
    if (error instanceof Refused) console.log(error.status.toFixed());
    if (error instanceof Cancelled) console.log(error.name);
}
await flush(500);
console.log(sum, text, headers);

// @ts-expect-error a total is a count
new Progress("ten");
// @ts-expect-error labels are text
new Progress(1, { labels: { job: 4711 } });
// @ts-expect-error what is misspelt is no option
new Progress(1, { titel: "One" });
// @ts-expect-error nor is it a member
progress.set({ titel: "One" });
// @ts-expect-error an id may not be there yet
progress.id.length;
// @ts-expect-error a watcher watches names
watch(7);
