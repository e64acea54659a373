import { Forest } from "./forest.js";

// The streams of all tabs of one browser, which has six connections to a server: in a SharedWorker, else in the tab with
// the lock, else (polling) in every tab. A tab says what it wants, { query, roots, trees: [id or name] } or null, and
// gets, for each kind, { status }, { fresh: every node }, then { events: [[type, data]] }.

const maxStreams = 4;
const maxTrees = 50;
/** Milliseconds after which a stream is asked for again, where none was to be had. */
const retreatTime = 10_000;

/** All roots, or some whole trees, in one language and with one grant: the query. */
class Feed {
  forest = new Forest();
  tabs = new Map();  // key: { send, trees }
  status = "connecting";
  isLoaded = false;
  queue = [];
  ids = [];

  constructor(kind, query, polls) {
    Object.assign(this, { kind, query, polls });
  }

  join(key, send, trees) {
    const isNew = !this.tabs.has(key);
    this.tabs.set(key, { send, trees });
    if (isNew) {
      send({ kind: this.kind, status: this.status });
      if (this.isLoaded) send({ kind: this.kind, fresh: [...this.forest.nodes.values()] });
    }
    this.select();
  }

  leave(key) {
    if (this.tabs.delete(key)) this.select();
  }

  /** Opens the stream anew where the tabs want something else than before. */
  select() {
    const ids = [...new Set([...this.tabs.values()].flatMap((tab) => tab.trees))].slice(-maxTrees);
    const isSame = ids.length === this.ids.length && ids.every((id) => this.ids.includes(id));
    this.ids = ids;
    if (!this.tabs.size) this.close();
    else if (!this.source || (this.kind === "trees" && !isSame)) this.open();
  }

  open() {
    this.close();
    if (this.polls) return this.poll();
    // An id that cannot be read gets everything, and `removed` instead of 404 for what is unknown.
    const query = new URLSearchParams(this.query + "&lastEventID=-");
    query.set(this.kind === "trees" ? "descendants" : "summary", "true");
    if (this.kind === "trees") query.set("runs", "true");  // a tree by name goes from run to run
    for (const id of this.ids) query.append("id", id);
    const source = (this.source = new EventSource(new URL("v1/events?" + query, import.meta.url)));
    for (const type of ["snapshot", "child", "progress", "state", "removed", "reset", "synced"]) {
      source.addEventListener(type, (event) => this.take(type, JSON.parse(event.data)));
    }
    source.addEventListener("end", () => { source.close(); this.show("ended"); });
    source.onopen = () => this.show("live");
    source.onerror = () => (source.readyState === EventSource.CLOSED ? this.retreat() : this.show("lost"));
  }

  /** The service answers, but not with a stream: it may have no more. Reads what it can for a while. */
  retreat() {
    this.close();
    this.poll();
    this.timer = setTimeout(() => this.open(), retreatTime * (1 + Math.random()));
  }

  async poll() {
    const turn = (this.turn = {});
    const { Poller } = await import("./poller.js");
    if (this.turn === turn) this.source = new Poller(this);
  }

  close() {
    this.turn = null;
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  /** Each refusal is told: what is missing may have changed. */
  show(status) {
    if (this.status === status && status !== "refused") return;
    this.status = status;
    this.send({ status });
  }

  take(type, data) {
    if (type === "synced") return void (this.isLoaded || this.load());
    if (type === "reset") {
      this.forest = new Forest();
      this.isLoaded = false;
    } else if (type === "removed") this.forest.remove(data.id);
    else this.forest.apply(data);
    if (!this.isLoaded) return;
    if (!this.queue.length) setTimeout(() => this.flush(), 30);
    this.queue.push([type, data]);
  }

  flush() {
    if (this.isLoaded && this.queue.length) this.send({ events: this.queue });
    this.queue = [];
  }

  load() {
    this.isLoaded = true;
    this.queue = [];
    this.send({ fresh: [...this.forest.nodes.values()] });
  }

  send(message) {
    for (const tab of this.tabs.values()) tab.send({ kind: this.kind, ...message });
  }
}

export class Hub {
  feeds = new Map();

  constructor(polls = false) {
    this.polls = polls;
  }

  receive(key, send, want) {
    const wanted = { roots: want?.roots && [], trees: want?.trees.length && want.trees };
    for (const [name, feed] of this.feeds) {
      if (!wanted[feed.kind] || feed.query !== want.query) feed.leave(key);
      if (!feed.tabs.size) this.feeds.delete(name);
    }
    for (const kind of ["roots", "trees"]) {
      if (!wanted[kind]) continue;
      const name = `${kind} ${want.query}`;
      if (!this.feeds.has(name)) {
        this.feeds.set(name, new Feed(kind, want.query, this.polls || this.feeds.size >= maxStreams));
      }
      this.feeds.get(name).join(key, send, wanted[kind]);
    }
  }
}

if ("SharedWorkerGlobalScope" in globalThis) {
  const hub = new Hub();
  globalThis.onconnect = ({ ports: [port] }) => {
    port.onmessage = ({ data }) => hub.receive(port, (message) => port.postMessage(message), data);
  };
}
