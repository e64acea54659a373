import { Hub } from "./hub.js";
import { base } from "./strings.js";

// For browsers without shared workers.

const place = "progressd" + base;  // several services may share an origin

/** Web Locks decide which tab holds the hub; when it closes, the next one does. The others talk to it by broadcast. */
export function holdInTurn(receive, use, want) {
  const channel = new BroadcastChannel(place);
  const me = String(Math.random());
  let hub = null;
  const post = (next) => (hub ? hub.receive(me, receive, next) : channel.postMessage({ to: "hub", from: me, body: next }));
  channel.onmessage = ({ data: { to, from, body } }) => {
    if (to === me) receive(body);
    else if (to === "all") post(want());
    else if (to === "hub") hub?.receive(from, (message) => channel.postMessage({ to: from, body: message }), body);
  };
  use(post);
  navigator.locks.request(place, () => {
    hub = new Hub();
    post(want());
    channel.postMessage({ to: "all" });
    return new Promise(() => {});
  });
}
