import { Hub } from "./hub.js";

// The streams of all elements of a page. Those of one service, language and grant share them, and on the service's own
// origin with the other pages of the browser, too.

const pattern = /^(.*)\/v1\/progress\/([a-z\d][\w.:-]{0,127})\/?$/i;
const isID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const channels = new Map();  // service and query: its channel

/** The service of an address, and the id or name that it ends with; null where it ends with neither. */
function parse(url) {
  const [, path, word] = url.pathname.replaceAll(/%3a/gi, ":").match(pattern) || [];
  return word ? { base: url.origin + path, reference: isID.test(word) ? word.toLowerCase() : word } : null;
}

/**
 * Follows the progress at an address (a URL) until the result is called. `show` gets each newest snapshot, or null where
 * there is none, and why if that is a fault; `link` gets whether the service answers, why not
 * ({ status, message }), and when it last did.
 */
export function watch(url, locale, show, link) {
  const meant = parse(url);
  if (!meant) {
    show(null);
    link(false, { status: 0, message: `${url} does not end with /v1/progress/{id or name}` });
    return () => {};
  }
  const grant = url.searchParams.get("grant");
  const query = new URLSearchParams({ locale, ...(grant && { grant }) }).toString();
  const key = `${meant.base}?${query}`;
  if (!channels.has(key)) channels.set(key, new Channel(meant.base, query));
  return channels.get(key).add({ reference: meant.reference, show, link, node: null, since: "" });
}

/** Watches for all elements of one service, language and grant. */
class Channel {
  watchers = new Set();
  stocks = new Map();  // place of a stream: the nodes that it told, by id
  told = new Set();  // ids and names of which everything has been told
  isLive = null;
  post = () => {};

  constructor(base, query) {
    Object.assign(this, { base, query });
    connect(base, query, this);
    addEventListener("online", () => this.say());  // the hub looks at its lines
    document.addEventListener("visibilitychange", () => document.hidden || this.say());
    addEventListener("pagehide", () => this.post(null));
    addEventListener("pageshow", (event) => event.persisted && this.say());
  }

  add(watcher) {
    this.watchers.add(watcher);
    this.later();
    if (this.told.has(watcher.reference)) this.find(watcher);
    if (this.isLive === false) watcher.link(false, this.error, this.since);
    return () => {
      this.watchers.delete(watcher);
      this.later();
    };
  }

  /** Elements come together, and a stream for each step of it would be one too many. */
  later() {
    this.timer ||= setTimeout(() => {
      this.timer = 0;
      this.say();
    });
  }

  say() {
    const nodes = [...new Set([...this.watchers].map(({ reference }) => reference))];
    for (const each of this.told) if (!nodes.includes(each)) this.told.delete(each);
    this.post(nodes.length ? { query: this.query, nodes } : null);
  }

  receive({ place, status, since, code, fresh, ids, barred, events }) {
    if (status) this.turn(status, since, code);
    if (fresh) this.load(place, fresh, ids, barred);
    for (const [type, data] of events || []) {
      if (type === "removed") this.remove(data.id);
      else if (type !== "reset") this.apply(place, data);
    }
  }

  async turn(status, since, code) {
    if (status === "connecting") return;
    const isLive = (this.isLive = ["live", "ended"].includes(status));
    this.error = null;
    this.since = since;
    for (const { link } of this.watchers) link(isLive, null, since);
    if (isLive) return;
    const error = await explain(this.base, code);
    if (this.isLive) return;
    this.error = error;
    for (const { link } of this.watchers) link(false, error, since);
  }

  /** A stream, or what takes its place, has told all of the ids and names that it is for. */
  load(place, fresh, ids, barred) {
    this.stocks.set(place, new Map(fresh.map((node) => [node.id, { ...node }])));
    for (const each of ids) this.told.add(each);
    for (const watcher of this.watchers) {
      if (!ids.includes(watcher.reference)) continue;
      watcher.isBarred = barred.includes(watcher.reference);
      this.find(watcher);
    }
  }

  all = () => [...this.stocks.values()].flatMap((stock) => [...stock.values()]);

  find(watcher) {
    const found = this.all().filter((node) => isMeant(watcher, node)).sort((x, y) => (x.createdAt < y.createdAt ? 1 : -1));
    this.give(watcher, found[0] ?? null);
  }

  apply(place, update) {
    const stock = this.stocks.get(place);
    const node = { ...stock?.get(update.id), ...update };
    if (!stock || !node.state) return;
    stock.set(node.id, node);
    for (const watcher of this.watchers) {
      const former = watcher.node;
      if (former?.id === node.id || (isMeant(watcher, node) && !(former?.createdAt > node.createdAt))) this.give(watcher, node);
    }
  }

  remove(id) {
    for (const stock of this.stocks.values()) stock.delete(id);
    for (const watcher of this.watchers) {
      if (watcher.node?.id === id) watcher.since = watcher.node.createdAt;
      if (watcher.node?.id === id || watcher.reference === id) this.give(watcher, null);
    }
  }

  give(watcher, node) {
    watcher.node = node;
    const status = node ? 0 : watcher.isBarred ? 403 : isID.test(watcher.reference) && 404;
    watcher.show(node, status ? { status, message: status === 403 ? "Forbidden" : "Not Found" } : null);
  }
}

/** Whether a node is what a watcher asked for: of a name's runs, none that was there before one that is gone. */
const isMeant = ({ reference, since }, node) => node.id === reference || (node.name === reference && node.createdAt > since);

/** A hub for a channel: the one of the service's own pages where it has the same origin, else one in this page. */
function connect(base, query, channel) {
  const keep = () => {
    hubs.get(base) || hubs.set(base, new Hub({ base }));
    channel.post = (want) => hubs.get(base).receive(query, (message) => channel.receive(message), want);
    channel.say();
  };
  if (!window.SharedWorker || base !== home || new URL(home).origin !== location.origin) return keep();
  try {
    const worker = new SharedWorker(new URL("hub.js", import.meta.url), { type: "module", name: "progressd" });
    worker.onerror = keep;
    worker.port.onmessage = ({ data }) => channel.receive(data);
    channel.post = (want) => worker.port.postMessage(want);
  } catch {
    keep();
  }
}

const home = new URL(".", import.meta.url).href.slice(0, -1);  // the service of this script
const hubs = new Map();  // service: the hub of its channels
const warned = new Set();

/** Why there is nothing: the status that the service answers with, or that it lets this page read nothing. */
async function explain(base, code) {
  if (code) return { status: code, message: `${base} answers with ${code}` };
  const file = base + "/progress-element.js", { origin } = location;  // for pages of any origin
  const asks = { mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(5000) };
  const isThere = !(base + "/").startsWith(origin + "/") && (await fetch(file, asks).then(() => true, () => false));
  const message = isThere ? `${base} lets this page read nothing: start progressd with --cors-origin ${origin}` : `${base} does not answer`;
  if (isThere && !warned.has(base)) {
    warned.add(base);
    console.warn("<progress-view>: " + message);
  }
  return { status: 0, message };
}
