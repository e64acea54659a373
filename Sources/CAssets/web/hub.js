import { Forest } from "./forest.js";

// The streams of all tabs of one browser, which has six connections to a server: in a SharedWorker, else in the tab with
// the lock, else (polling) in every tab. A tab says what it wants, { query, roots, trees: [id or name] } or null, and
// gets, for each kind, { status }, { fresh: every node }, then { events: [[type, data]] }.

const maxStreams = 4;
const maxTrees = 50;
const known = (etag) => (etag ? { "If-None-Match": etag } : {});
const sleep = (time) => new Promise((done) => setTimeout(done, time));

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
    if (this.polls) return void (this.source = new Poller(this));
    // An id that cannot be read gets everything, and `removed` instead of 404 for what is unknown.
    const query = new URLSearchParams(this.query + "&lastEventID=-");
    if (this.kind === "trees") query.set("descendants", "true");
    for (const id of this.ids) query.append("id", id);
    const source = (this.source = new EventSource("/v1/events?" + query));
    for (const type of ["snapshot", "child", "progress", "state", "removed", "reset", "synced"]) {
      source.addEventListener(type, (event) => this.take(type, JSON.parse(event.data)));
    }
    source.addEventListener("end", () => { source.close(); this.show("ended"); });
    source.onopen = () => this.show("live");
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.timer = setTimeout(() => this.open(), 3000 + 2000 * Math.random());
      this.show("lost");
    };
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  show(status) {
    if (this.status === status) return;
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

/** In turns: reads what changed, then waits a second at most for the node most likely to change. */
class Poller {
  etags = new Map();
  trees = new Map();  // id asked for: the ids in its tree
  turns = 0;
  isOpen = true;

  constructor(feed) {
    this.feed = feed;
    this.run();
  }

  close() {
    this.isOpen = false;
  }

  async run() {
    while (this.isOpen) {
      while (globalThis.document?.hidden) await sleep(300);
      try {
        await (this.feed.kind === "roots" ? this.readRoots() : this.readTrees());
        if (!this.isOpen) return;
        this.feed.show("live");
        if (!this.feed.isLoaded) this.feed.load();
        await Promise.all([this.wait(), sleep(300)]);
      } catch {
        this.feed.show("lost");
        this.turns = 0;
        await sleep(2000);
      }
    }
  }

  async get(path, headers) {
    const url = `/v1/progress${path}${path.includes("?") ? "&" : "?"}${this.feed.query}`;
    const reply = await fetch(url, { headers });
    if (reply.status >= 400 && reply.status !== 404) throw new Error(reply.statusText);
    return reply;
  }

  /** What was written since the last look; every tenth time all, to miss what is gone. */
  async readRoots() {
    const isFull = this.turns++ % 10 === 0;
    const seen = new Set();
    for (let cursor = ""; cursor !== null; ) {
      const since = isFull || !this.newest ? "" : "&updatedSince=" + this.newest.updatedAt;
      const reply = await this.get(`?limit=500${since}${cursor && "&cursor=" + encodeURIComponent(cursor)}`);
      const { items, nextCursor } = await reply.json();
      for (const node of items) {
        seen.add(node.id);
        this.take(node);
        if (!this.newest || node.updatedAt >= this.newest.updatedAt) this.newest = node;
      }
      cursor = nextCursor;
    }
    if (isFull) this.keep(seen);
  }

  async readTrees() {
    for (const id of this.feed.ids) {
      const reply = await this.get(`/${id}/tree`, known(this.etags.get(id)));
      if (reply.status === 304) continue;
      this.etags.set(id, reply.headers.get("ETag"));
      if (reply.status === 404) this.feed.ids = this.feed.ids.filter((each) => each !== id);
      const nodes = reply.ok ? [await reply.json()] : [];
      for (const { children, ...node } of nodes) {
        nodes.push(...children);
        this.take(node);
      }
      this.trees.set(id, nodes.map((node) => node.id));
    }
    this.keep(new Set([...this.trees.values()].flat()));
  }

  take(node) {
    if (this.feed.forest.nodes.get(node.id)?.version !== node.version) this.feed.take("snapshot", node);
  }

  keep(seen) {
    for (const id of [...this.feed.forest.nodes.keys()]) if (!seen.has(id)) this.feed.take("removed", { id });
  }

  async wait() {
    const id = this.feed.ids[0] || this.newest?.id;
    if (!id) return sleep(700);
    const reply = await this.get(`/${id}?summary=true`, { Prefer: "wait=1", ...known(this.etag) });
    this.etag = reply.headers.get("ETag");
    if (reply.status === 404) this.newest = null;
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
