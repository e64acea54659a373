import { isFiltered, takesState } from "./filter.js";
import { load } from "./row.js";
import { hasEnded, isSilent, stateOf } from "./times.js";

// Only on the page of one tree: which of many children are shown and in what order, the way to the trouble, and the
// runs that are left of a removed progress.

/** More children than this, and finished ones are hidden; a tree with more nodes can be searched. */
const crowd = 50, searchable = 12;
const troubles = ["failed", "stalled"];

export class Tree {
  unhidden = new Set();  // parents that show their finished children
  seen = new Set();      // nodes that match the filter, and those above them
  troubled = new Map();  // id: the worse trouble that it or something below it has
  culprit = null;
  isFiltered = false;
  gone = null;  // of the last one that is gone, its id, or ""
  timed = document.getElementById("timed");

  /** `forest` gives the forest of the page, `nodeOf` a node of it. */
  constructor(forest, nodeOf) {
    Object.assign(this, { forest, nodeOf });
  }

  /** The nodes below the top, as they were surveyed. The streams of other tabs bring other trees, too. */
  below = [];

  /**
   * Looks at every node below the top once: counts the states of those that `fits` takes, finds what the filter matches
   * and what is in trouble. There is nothing below a top that is not there.
   */
  survey(top, fits, filter, counts) {
    this.isFiltered = !!this.nodeOf(top) && isFiltered(filter);
    this.below = this.forest().under(top).slice(1).map(this.nodeOf);
    counts[""] = counts.ended = counts.quiet = 0;
    this.seen.clear();
    this.troubled.clear();
    this.culprit = null;
    this.inTrouble = { failed: 0, stalled: 0 };
    this.matched = 0;
    for (const node of this.below) {
      const state = stateOf(node);
      if (troubles.includes(state)) this.blame(node, state);
      if (!fits(node)) continue;
      counts[""]++;
      counts[state] = (counts[state] || 0) + 1;
      counts.ended += hasEnded(node);
      counts.quiet += isSilent(node);
      if (this.isFiltered && takesState(filter, node, state)) {
        this.matched++;
        this.climb(node.id, (id) => !this.seen.has(id) && this.seen.add(id));
      }
    }
  }

  /** Calls for a node and those above it, as long as `visit` says so. */
  climb(id, visit) {
    for (let node = this.nodeOf(id); node && visit(node.id); node = this.nodeOf(node.parentID));
  }

  blame(node, state) {
    this.inTrouble[state]++;
    this.climb(node.id, (id) => {
      if (this.troubled.get(id) === "failed" || this.troubled.get(id) === state) return false;
      return this.troubled.set(id, state);
    });
    const rank = (each) => troubles.indexOf(each.state) + (each.failure?.at || each.endedAt || each.updatedAt);
    if (!this.culprit || rank(node) < rank(this.culprit)) this.culprit = node;
  }

  /** The id that the address leads to (`#id`), the first time that it is there. */
  aim(id) {
    if (this.aimed === id || !this.nodeOf(id)) return undefined;
    return (this.aimed = id);
  }

  /** The state that its top is known by: what went wrong below counts until it has ended itself. */
  standing(top) {
    const below = hasEnded(top) ? undefined : troubles.find((state) => this.inTrouble[state]);
    return below ?? stateOf(top);
  }

  /** Whether a filter opens a node. */
  opens(id) {
    return this.isFiltered && this.seen.has(id);
  }

  /** Those of the children that are shown, troubled ones first, and how many finished ones are hidden. */
  choose(parent, children) {
    if (this.isFiltered) return { shown: children.filter(({ id }) => this.seen.has(id)), finished: 0 };
    const hides = children.length > crowd && !this.unhidden.has(parent.id);
    const kept = hides ? children.filter((child) => !child.isFinished || this.troubled.has(child.id)) : children;
    const of = (trouble) => kept.filter(({ id }) => this.troubled.get(id) === trouble);
    const shown = this.troubled.size ? [...troubles, undefined].flatMap(of) : kept;
    return { shown, finished: children.length - kept.length };
  }

  /** In the head of the page, the way to what broke first. */
  async showCulprit(row) {
    if (!this.culprit && !row.words.querySelector(".culprit")) return;
    (await load("culprit"))?.showCulprit(row, this.culprit, this.inTrouble);
  }

  /** The switch between rows and timeline, once there is something to compare. The address remembers the timeline. */
  showViews(page) {
    this.timed.parentNode.hidden = !this.below.length;
    this.timed.onclick ??= () => this.showTimeline(page, !this.timeline);
    this.turn(page);
  }

  async showTimeline(page, isWanted) {
    if (isWanted && !(await load("timeline"))) return;
    const address = new URL(location);
    if (isWanted) address.searchParams.set("view", "timeline");
    else address.searchParams.delete("view");
    history.replaceState(null, "", address);
    await this.turn(page);
  }

  /** Opens or closes the timeline, as the address says: not for a tree without children, until it has some. */
  async turn({ top }) {
    const isWanted = () => this.below.length > 0 && new URLSearchParams(location.search).has("view");
    const module = isWanted() && !this.timeline ? await load("timeline") : null;
    if (isWanted() === !!this.timeline || (isWanted() && !module)) return;
    if (this.timeline) {
      this.timeline.close();
      this.timeline = null;
    } else {
      const fits = ({ id }) => !this.isFiltered || this.seen.has(id);
      this.timeline = new module.Timeline({ top, fits, nodeOf: this.nodeOf, forest: this.forest });
    }
    document.body.classList.toggle("timed", !!this.timeline);
    this.timed.setAttribute("aria-pressed", !!this.timeline);
    this.timeline?.show(true);
  }

  /** Whether there is much to find, or a filter to take back. */
  isSearchable = () => this.below.length >= searchable || this.isFiltered;

  /**
   * Below the words that a name is gone: what its last runs came to. `gone` is the id of the last one, "" where the page
   * has seen none, and null while one is there; the runs are read whenever it changes.
   */
  async showGone(section, name, gone) {
    if (this.gone === gone) return;
    this.gone = gone;
    if (gone === null || /^[\da-f]{8}-/i.test(name)) return;
    const runs = await load("runs");
    if (runs) runs.showPast(section, name, () => this.gone === gone);
    else if (this.gone === gone) this.gone = null;  // the next look asks again
  }
}
