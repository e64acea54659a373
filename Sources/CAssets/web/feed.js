/** Connects the page to the hub of its browser. `receive` gets what the hub sends; the result says what is wanted. */
export function connect(receive) {
  let want = null;
  let post = () => {};
  const use = (next) => { post = next; post(want); };
  const say = (next) => post((want = next));
  const share = async () => (await import("./alone.js")).share({ receive, use, want: () => want });
  if (window.SharedWorker) {
    try {
      const worker = new SharedWorker(new URL("hub.js", import.meta.url), { type: "module", name: "progressd" });
      worker.onerror = share;  // no modules in workers, or not allowed here
      worker.port.onmessage = ({ data }) => receive(data);
      use((next) => worker.port.postMessage(next));
    } catch {
      share();
    }
  } else share();

  addEventListener("pagehide", () => post(null));
  addEventListener("pageshow", (event) => event.persisted && post(want));
  return say;
}
