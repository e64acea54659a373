import { Hub } from "./hub.js";

/** Connects the page to the hub of its browser. `receive` gets what the hub sends; the result says what is wanted. */
export function connect(receive) {
  let want = null;
  let post = () => {};
  const use = (next) => { post = next; post(want); };
  const say = (next) => post((want = next));
  const alone = (polls) => {
    const hub = new Hub(polls);
    use((next) => hub.receive("page", receive, next));
  };
  const share = () => {
    if (navigator.locks && window.BroadcastChannel) holdInTurn(receive, use, () => want);
    else alone(true);
  };
  if (window.SharedWorker) {
    try {
      const worker = new SharedWorker("/hub.js", { type: "module", name: "progressd" });
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

/** Web Locks decide which tab holds the hub; when it closes, the next one does. The others talk to it by broadcast. */
function holdInTurn(receive, use, want) {
  const channel = new BroadcastChannel("progressd");
  const me = String(Math.random());
  let hub = null;
  const post = (next) => (hub ? hub.receive(me, receive, next) : channel.postMessage({ to: "hub", from: me, body: next }));
  channel.onmessage = ({ data: { to, from, body } }) => {
    if (to === me) receive(body);
    else if (to === "all") post(want());
    else if (to === "hub") hub?.receive(from, (message) => channel.postMessage({ to: from, body: message }), body);
  };
  use(post);
  navigator.locks.request("progressd", () => {
    hub = new Hub();
    post(want());
    channel.postMessage({ to: "all" });
    return new Promise(() => {});
  });
}
