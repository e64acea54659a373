// For browsers and moments without streams: reads again and again.

const known = (etag) => (etag ? { "If-None-Match": etag } : {});
const sleep = (time) => new Promise((done) => setTimeout(done, time));
/** Milliseconds to wait for an answer to a request. */
const patience = 20_000;
/** Turns without a wait, where waiting was refused, and the statuses that refuse it: a wait counts as a stream. */
const restingTurns = 10, refusals = [429, 503];

/** In turns: reads what changed, then waits a second at most for the node most likely to change. */
export class Poller {
  etags = new Map();
  trees = new Map();  // id asked for: the ids in its tree
  texts = new Map();  // id: the node as it was read; a summary changes without a version
  turns = 0;
  rests = 0;  // turns without a wait
  refused = new Map();  // id: the status, where others are not refused
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
        const { kind } = this.feed;
        await (kind === "roots" ? this.readRoots() : kind === "trees" ? this.readTrees() : this.readNodes());
        if (!this.isOpen) return;
        const isNews = this.refused.size > 0 && !this.feed.barred.size;
        Object.assign(this.feed, { heard: Date.now(), barred: this.refused });
        this.feed.show("live");
        if (!this.feed.isWhole()) this.feed.load();
        if (isNews && !this.feed.polls) return this.feed.open(this.refused);  // a stream of the others
        await Promise.all([this.wait(), sleep(kind === "nodes" ? 1000 : 300)]);
      } catch (error) {
        if (!this.isOpen) return;
        this.feed.show(error.status ? "refused" : "lost", error.status);
        this.turns = 0;
        await sleep(3000);
      }
    }
  }

  async get(path, headers) {
    const url = `${this.feed.base}/v1/progress${path}${path.includes("?") ? "&" : "?"}${this.feed.query}`;
    const reply = await fetch(url, { headers, signal: AbortSignal.timeout(patience) });
    const { status, statusText } = reply;
    if (status >= 400 && status !== 404) throw Object.assign(new Error(statusText), { status });
    return reply;
  }

  /** Reads the changes since the last look; every tenth time all, to notice removals. */
  async readRoots() {
    const isFull = this.turns++ % 10 === 0;
    const seen = new Set();
    for (let cursor = ""; cursor !== null; ) {
      const since = isFull || !this.newest ? "" : "&updatedSince=" + this.newest.updatedAt;
      const some = this.feed.narrowing && "&" + this.feed.narrowing;
      const reply = await this.get(`?summary=true&limit=500${some}${since}${cursor && "&cursor=" + encodeURIComponent(cursor)}`);
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

  readTrees() {
    return this.readEach("/tree", ({ children, ...node }) => [node, ...children]);
  }

  readNodes() {
    return this.readEach("?summary=true", ({ links, ...node }) => [node]);
  }

  /** Each alone; what is refused takes nothing from the others, if any of them is readable. */
  async readEach(path, split) {
    const refused = new Map();
    for (const id of this.feed.ids) {
      try {
        const reply = await this.get(`/${id}${path}`, known(this.etags.get(id)));
        if (reply.status === 304) continue;
        this.etags.set(id, reply.headers.get("ETag"));
        const rest = reply.ok ? [await reply.json()] : [], ids = [];
        for (const each of rest) {
          const [node, ...more] = split(each);
          rest.push(...more);
          ids.push(node.id);
          this.take(node);
        }
        this.trees.set(id, ids);
      } catch (error) {
        if (error.status !== 403) throw error;
        refused.set(id, 403);
        this.etags.delete(id);
        this.trees.delete(id);
        if (refused.size === this.feed.ids.length) throw error;
      }
    }
    this.refused = refused;
    this.keep(new Set([...this.trees.values()].flat()));
  }

  take(node) {
    const text = JSON.stringify(node);
    if (this.feed.forest.nodes.has(node.id) && this.texts.get(node.id) === text) return;
    this.texts.set(node.id, text);
    this.feed.take("snapshot", node);
  }

  keep(seen) {
    for (const id of [...this.feed.forest.nodes.keys()]) {
      if (seen.has(id)) continue;
      this.texts.delete(id);
      this.feed.take("removed", { id });
    }
  }

  /** For a second at most. Where waiting is refused, reading need not be: asks again without. */
  async wait() {
    if (this.rests) return void (await sleep(700), this.rests--);
    try {
      await this.waitForChange();
    } catch (error) {
      if (!refusals.includes(error.status)) throw error;
      this.rests = restingTurns;
    }
  }

  async waitForChange() {
    const id = this.feed.ids.find((each) => this.trees.get(each)?.length) || this.newest?.id;
    if (!id) return sleep(700);
    const reply = await this.get(`/${id}?summary=true`, { Prefer: "wait=1", ...known(this.etag) });
    this.etag = reply.headers.get("ETag");
    if (reply.status === 404) this.newest = null;
    if (!reply.ok || this.feed.kind !== "roots") return;
    const { links, ...node } = await reply.json();
    this.take(node);
  }
}
