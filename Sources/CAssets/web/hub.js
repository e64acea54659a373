// The streams of all tabs of one browser, which has six connections to a server: in a SharedWorker, else in the tab with
// the lock, else (polling) in every tab. A page of another origin has a hub of its own for its elements. A tab says what
// it wants, { query, roots, narrowing, trees: [id or name], nodes: [id or name] } or null, and gets, for each kind,
// { status, since, code }, { fresh: every node, ids, barred }, then { events: [[type, data]] }; nodes come from several places.

const maxStreams = 3;
const maxIDs = 50;
/** Milliseconds after which a stream is asked for again, where none was to be had. */
const retreatTime = 10_000;
/** Milliseconds after which what has ended is asked for again. */
const restTime = 5000;
/** Heartbeats of silence after which a line is dead, and the seconds between two, until the service says them. */
const deadBeats = 2.5, usualBeat = 15;
const types = ["snapshot", "progress", "state", "removed", "reset"];

/** Nodes by id, and who is below whom, as events tell it. */
export class Forest {
  nodes = new Map();
  children = new Map();  // parentID: the ids below it, as they joined

  /** Takes in a snapshot, or the part of one that a `progress` event carries. Undefined for a node not met before. */
  apply(update) {
    let node = this.nodes.get(update.id);
    if (!node && !("parentID" in update)) return;
    const parentID = node?.parentID;
    if (!node) this.nodes.set(update.id, (node = {}));
    const starts = node.startedAt === null && !("startedAt" in update) && update.fractionCompleted !== node.fractionCompleted;
    Object.assign(node, update);
    if (starts) node.startedAt = node.updatedAt;  // only a full snapshot says it
    if (parentID !== node.parentID) {
      this.children.get(parentID)?.delete(node.id);
      if (!this.children.has(node.parentID)) this.children.set(node.parentID, new Set());
      this.children.get(node.parentID).add(node.id);
    }
    return node;
  }

  /** A node and everything below it, as ids; none of a node that is not there. */
  under(id) {
    const ids = this.nodes.has(id) ? [id] : [];
    for (const next of ids) for (const child of this.children.get(next) || []) ids.push(child);
    return ids;
  }

  /** Forgets a node and everything below it; gives their ids. */
  remove(id) {
    const gone = this.under(id);
    this.children.get(this.nodes.get(id)?.parentID)?.delete(id);
    for (const each of gone) {
      this.children.delete(each);
      this.nodes.delete(each);
    }
    return gone;
  }
}

/** All roots, some whole trees or some nodes alone, in one language and with one grant: the query. */
class Feed {
  forest = new Forest();
  tabs = new Map();  // key: { send, ids, told: the status }
  status = "connecting";
  isLoaded = false;
  queue = [];
  ids = [];
  loaded = null;  // the ids of which everything has been told
  barred = new Map();  // id: the status with which it was refused
  patience = deadBeats * usualBeat * 1000;
  heard = 0;  // when the service last said something
  next = 0;  // when events may be sent again
  misses = 0;

  /** `narrowing`: a query for names and labels that not all roots meet. */
  constructor(about) {
    Object.assign(this, about);
  }

  join(key, send, ids) {
    let tab = this.tabs.get(key);
    if (tab) tab.ids = ids;
    else {
      this.tabs.set(key, (tab = { send, ids }));
      this.tell(tab);
      if (this.isLoaded) this.sendTo(tab, this.everything());
    }
    this.select();
  }

  leave(key) {
    const tab = this.tabs.get(key);
    if (!this.tabs.delete(key)) return;
    if (this.kind === "nodes") this.sendTo(tab, { fresh: [], ids: [], barred: [] });
    this.select();
  }

  everything = () => ({ fresh: [...this.forest.nodes.values()], ids: this.loaded, barred: [...this.barred.keys()] });

  /** Opens the stream anew where tabs want something else. */
  select() {
    const ids = [...new Set([...this.tabs.values()].flatMap((tab) => tab.ids))].slice(-maxIDs);
    const isSame = ids.length === this.ids.length && ids.every((id) => this.ids.includes(id));
    if (!isSame) this.ids = ids;
    if (!this.tabs.size) this.close();
    else if (!this.source || !isSame) this.open();
    else if (this.last) this.open(this.barred, this.last);
    else this.look();
  }

  /** `last`: the id after which a stream that ended goes on. */
  open(barred = new Map(), last = "") {
    this.close();
    Object.assign(this, { barred, last: "" });
    if (this.polls) return this.poll();
    // An id that cannot be read gets everything, and `removed` instead of 404 for what is unknown.
    const query = new URLSearchParams(`${this.query}&${this.narrowing}&lastEventID=${last || "-"}&heartbeats=true`);
    query.set(this.kind === "trees" ? "descendants" : "summary", "true");
    if (this.kind !== "roots") query.set("runs", "true");  // what is meant by name goes from run to run
    for (const id of this.ids) if (!barred.has(id)) query.append("id", id);
    const source = (this.source = new EventSource(`${this.base}/v1/events?${query}`));
    const on = (type, act) => source.addEventListener(type, (event) => {
      this.heard = Date.now();
      act(JSON.parse(event.data), event);
    });
    for (const type of this.kind === "trees" ? [...types, "child"] : types) on(type, (data) => this.take(type, data));
    on("synced", ({ heartbeatSeconds }) => {
      this.patience = deadBeats * 1000 * (heartbeatSeconds || usualBeat);
      this.look();
      this.isWhole() || this.load();
    });
    on("end", (_, { lastEventId }) => this.rest(lastEventId));
    source.onopen = () => {
      last = "";
      this.show("live");
    };
    source.onerror = () => {
      if (source.readyState < EventSource.CLOSED) this.show("lost");
      else if (last) this.rest(last);
      else this.retreat();
    };
    this.asked = Date.now();
    this.look();
    if (barred.size) this.openIn(3 * retreatTime);
  }

  openIn(time, ...how) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(...how), time);
  }

  /** A hung service, a silent proxy, another network: a stream hears only silence. */
  look() {
    if (!(this.source?.readyState < EventSource.CLOSED)) return;
    const rest = this.patience - (Date.now() - Math.max(this.heard, this.asked));
    clearTimeout(this.guard);
    if (rest > 0) return void (this.guard = setTimeout(() => this.look(), rest));
    this.show("lost");
    this.open(this.barred);
  }

  /** What has ended may be removed, or work again: asks again in a while, and when a tab looks. */
  rest(last) {
    this.source.close();
    this.last = last;
    this.show("ended");
    if (!this.barred.size) this.openIn(restTime, this.barred, last);
  }

  /** The service answers, but may have no more streams. Reads what it can for a while. */
  retreat() {
    this.close();
    this.poll();
    this.openIn(retreatTime * (1 + Math.random()));
  }

  async poll() {
    const turn = (this.turn = {});
    try {
      const { Poller } = await import(`./poller.js${this.misses ? "?" + this.misses : ""}`);
      if (this.turn === turn) this.source = new Poller(this);
    } catch {
      this.misses++;  // browsers remember the addresses that failed
      if (this.turn !== turn) return;
      this.show("lost");
      this.openIn(3000);
    }
  }

  close() {
    this.turn = null;
    clearTimeout(this.timer);
    clearTimeout(this.guard);
    this.source?.close();
    this.source = null;
  }

  show(status, code = 0) {
    Object.assign(this, { status, code });
    this.tabs.forEach((tab) => this.tell(tab));
  }

  /**
   * Each refusal is told: what is missing may have changed. A tab whose trees are all refused hears that, whatever the
   * others get.
   */
  tell(tab) {
    let { status, code } = this;
    const isBarred = this.kind === "trees" && status === "live" && tab.ids.every((id) => this.barred.has(id));
    if (isBarred) [status, code] = ["refused", 403];
    if (tab.told === status && (isBarred || status !== "refused")) return;
    tab.told = status;
    this.sendTo(tab, { status, code, since: this.heard });
  }

  take(type, data) {
    if (type === "reset") {
      this.forest = new Forest();
      this.isLoaded = false;
    } else if (type === "removed") this.forest.remove(data.id);
    else this.forest.apply(data);
    if (!this.isLoaded) return;
    if (!this.queue.length) setTimeout(() => this.flush(), Math.max(0, this.next - performance.now()));
    this.queue.push([type, data]);
  }

  flush() {
    if (this.isLoaded && this.queue.length) this.send({ events: this.queue });
    this.queue = [];
    this.next = performance.now() + 30;
  }

  /** Whether all that the tabs want now has been sent. */
  isWhole = () => this.isLoaded && this.loaded === this.ids;

  load() {
    this.isLoaded = true;
    this.loaded = this.ids;
    this.queue = [];
    this.send(this.everything());
  }

  send(message) {
    this.tabs.forEach((tab) => this.sendTo(tab, message));
  }

  sendTo(tab, message) {
    tab.send({ kind: this.kind, place: this.place, ...message });
  }
}

export class Hub {
  feeds = new Map();

  /** `base`: the service, where that is not the one of this script. */
  constructor({ polls = false, base = new URL(".", import.meta.url).href.slice(0, -1) } = {}) {
    Object.assign(this, { polls, base });
  }

  receive(key, send, want) {
    const wanted = { roots: want?.roots && [], trees: want?.trees?.length && want.trees, nodes: want?.nodes?.length && want.nodes };
    const narrowing = want?.narrowing || "";
    const isWanted = (feed) => wanted[feed.kind] && feed.query === want.query && feed.narrowing === (feed.kind === "roots" ? narrowing : "");
    for (const feed of this.feeds.values()) if (!isWanted(feed)) feed.leave(key);
    this.sweep();
    if (wanted.roots) this.feed("roots", want.query, 0, narrowing).join(key, send, wanted.roots);
    if (wanted.trees) this.feed("trees", want.query).join(key, send, wanted.trees);
    if (wanted.nodes) this.spread(key, send, want);
  }

  feed(kind, query, place = 0, narrowing = "") {
    const name = `${kind} ${place} ${query} ${narrowing}`;
    const polls = this.polls || this.feeds.size >= maxStreams;
    if (!this.feeds.has(name)) this.feeds.set(name, new Feed({ kind, place, query, narrowing, base: this.base, polls }));
    return this.feeds.get(name);
  }

  /** Nodes alone fill one stream after the other; each stays where it is. */
  spread(key, send, { query, nodes }) {
    const shares = new Map([...this.feeds.values()].filter((feed) => feed.kind === "nodes" && feed.query === query).map((feed) => [feed, []]));
    const hasRoom = ([feed, share]) => new Set([...feed.ids, ...share]).size < maxIDs;
    for (const id of nodes) {
      const found = [...shares].find(([feed]) => feed.ids.includes(id)) || [...shares].find(hasRoom);
      if (found) found[1].push(id);
      else shares.set(this.feed("nodes", query, this.places++), [id]);
    }
    for (const [feed, share] of shares) {
      if (share.length) feed.join(key, send, share);
      else feed.leave(key);
    }
    this.sweep();
  }

  /** Removes feeds that no tab wants; one that polls gets a stream that is free. */
  sweep() {
    this.feeds.forEach((feed, name) => feed.tabs.size || this.feeds.delete(name));
    for (const feed of [...this.feeds.values()].slice(0, maxStreams)) {
      if (!feed.polls || this.polls) continue;
      feed.polls = false;
      feed.open();
    }
  }

  places = 0;
}

if ("SharedWorkerGlobalScope" in globalThis) {
  const hub = new Hub();
  self.onconnect = ({ ports: [port] }) => {
    port.onmessage = ({ data }) => hub.receive(port, (message) => port.postMessage(message), data);
  };
}
