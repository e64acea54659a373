/** Begun while the words of the page are still on their way, so that its script comes with them. */
const worker = begin();
let hasFailed = false;

function begin() {
  try {
    const begun = new SharedWorker(new URL("hub.js", import.meta.url), { type: "module", name: "progressd" });
    begun.onerror = () => (hasFailed = true);  // no modules in workers, or not allowed here
    return begun;
  } catch {
    return null;
  }
}

let want = null;
let post = () => {};

/** Has the hub look at its lines, and at what has ended. */
export const look = () => post(want);

/** Connects the page to the hub of its browser. `receive` gets what the hub sends; the result says what is wanted. */
export function connect(receive) {
  const use = (next) => { post = next; post(want); };
  const say = (next) => post((want = next));
  const share = async () => (await import("./alone.js")).share({ receive, use, want: () => want });
  if (worker && !hasFailed) {
    worker.onerror = share;
    worker.port.onmessage = ({ data }) => receive(data);
    use((next) => worker.port.postMessage(next));
  } else share();

  addEventListener("online", look);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("pagehide", () => post(null));
  addEventListener("pageshow", (event) => event.persisted && look());
  return say;
}
