import { make, setAttribute } from "./row.js";
import { hasEnded } from "./times.js";

// What is below an open row: which rows, each with its share of its parent, and the borders of the shares in the bar.
// Loaded by the page of a tree, and when a row is opened.

const maxSegments = 40;

export class Branches {
  /** `page` has the `forest`, a node of it (`nodeOf`), what is open, the `places`, how many are shown, and what chooses among them. */
  constructor(page) {
    Object.assign(this, page);
  }

  childrenOf = (node) => [...(this.forest().children.get(node.id) || [])].map(this.nodeOf);

  /** What went wrong with a node or below it: `failed`, `stalled`, or undefined. */
  trouble = (node) => {
    if (this.tree()) return this.tree().troubled.get(node.id);
    if (hasEnded(node)) return node.failure ? "failed" : undefined;
    const found = this.childrenOf(node).map(this.trouble);
    return found.includes("failed") ? "failed" : node.state === "stalled" || found.includes("stalled") ? "stalled" : undefined;
  };

  /** Adds to the list a node, and those below it as far as they are open. */
  collect(list, first) {
    const stack = [{ node: first, level: 0 }];
    while (stack.length) {
      const { node, key, count, finished, level, share } = stack.pop();
      if (key) {
        this.offerMore(list, key, count, level);
        if (finished) this.offerFinished(list, key, finished, level);
        continue;
      }
      const isOpen = !!this.isOpen(node);
      const below = isOpen ? this.childrenOf(node) : [];
      const cut = (row) => showSegments(row, node, below, this.trouble);
      this.places.set(node.id, { level, share, isOpen, below, cut });
      list.push(node.id);
      const total = node.totalUnitCount > 0 ? node.totalUnitCount : below.reduce((sum, child) => sum + child.pendingUnitCount, 0);
      const starts = new Map();
      below.reduce((from, child) => (starts.set(child, from), from + child.pendingUnitCount), 0);
      const { shown, finished: hidden } = this.tree()?.choose(node, below) ?? { shown: below };
      const next = shown.slice(0, this.limitOf(node.id)).map((child) => {
        return { node: child, level: level + 1, share: [starts.get(child), child.pendingUnitCount].map((units) => units / (total || 1)) };
      });
      stack.push({ key: node.id, count: shown.length, finished: hidden, level: level + 1 }, ...next.reverse());
    }
  }

  offerFinished(list, key, finished, level) {
    this.places.set("finished " + key, { level, finished, rest: finished, key });
    list.push("finished " + key);
  }
}

/** Units and trouble of each child; of many children, of those that stand together in the same trouble or in none. */
function partsOf(below, trouble) {
  const parts = below.map((child) => [child.pendingUnitCount, trouble(child)]);
  if (parts.length <= maxSegments) return parts;
  const joined = [];
  for (const [units, state] of parts) {
    if (joined.length && joined.at(-1)[1] === state) joined.at(-1)[0] += units;
    else joined.push([units, state]);
  }
  return joined.length <= maxSegments ? joined : [];
}

/** The bar of an open node is divided at the borders of its children; what went wrong is red there. */
function showSegments(row, node, below, trouble) {
  const worth = below.reduce((sum, child) => sum + child.pendingUnitCount, 0);
  const own = node.totalUnitCount - worth;
  const isCut = worth > 0 && own >= 0 && !node.isIndeterminate;
  const parts = isCut ? partsOf(below, trouble) : [];
  if (isCut && own > 0) parts.push([own]);
  row.bar.classList.toggle("cut", isCut);
  while (row.segments.length > parts.length) row.segments.pop().remove();
  parts.forEach(([units, state = null], i) => {
    if (!row.segments[i]) row.bar.append((row.segments[i] = make("div", "", "segment")));
    row.segments[i].style.setProperty("flex-grow", units / node.totalUnitCount);
    setAttribute(row.segments[i], "data-state", state);
  });
}
