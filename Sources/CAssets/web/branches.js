import { load, make } from "./row.js";
import { hasEnded } from "./times.js";

// The rows below an open row, each with its share of its parent, and the borders and marks in the bars.
// Loaded by the page of a tree, and when a row is opened.

const maxSegments = 40;

export class Branches {
  /** `page` has the `forest`, a node of it (`nodeOf`), what is open, the `places`, how many are shown, and what chooses among them. */
  constructor(page) {
    Object.assign(this, page);
  }

  childrenOf = (node) => [...(this.forest().children.get(node.id) || [])].map(this.nodeOf);

  /** The trouble of a node or below it: `failed`, `stalled`, or undefined. */
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
      this.places.set(node.id, { level, share, isOpen, below, said: this.saidOf(node), cut: this.cutter(node, below) });
      list.push(node.id);
      const worth = below.reduce((sum, child) => sum + child.pendingUnitCount, 0);
      const whole = Math.max(node.totalUnitCount, worth) || 1, total = node.totalUnitCount > 0 ? node.totalUnitCount : whole;
      const starts = new Map();
      below.reduce((from, child) => (starts.set(child, from), from + child.pendingUnitCount), 0);
      const { shown, finished: hidden } = this.tree()?.choose(node, below) ?? { shown: below };
      const next = shown.slice(0, this.limitOf(node.id)).map((child) => {
        return { node: child, level: level + 1, share: [starts.get(child) / whole, child.pendingUnitCount / whole, child.pendingUnitCount / total] };
      });
      stack.push({ key: node.id, count: shown.length, finished: hidden, level: level + 1 }, ...next.reverse());
    }
  }

  /** How many letters of a node's name those above it say already. */
  saidOf({ name, parentID }) {
    for (let above = name && this.nodeOf(parentID); above; above = this.nodeOf(above.parentID)) {
      if (above.name && name.startsWith(above.name) && /[._:/-]/.test(name[above.name.length])) return above.name.length + 1;
    }
    return 0;
  }

  /** Draws in the bar of a row what its node's children are worth, and what went wrong below it. */
  cutter(node, below) {
    let marks = null;
    const trouble = { of: this.trouble, has: (state) => state === "failed" || state === "stalled" };
    return (row) => {
      showSegments(row, node, below);
      if (!row.marks?.length && !this.trouble(node)) return;
      load("marks").then((module) => module?.showMarks(row, (marks ??= module.marksOf(node, { childrenOf: this.childrenOf, trouble }))));
    };
  }

  offerFinished(list, key, finished, level) {
    this.places.set("finished " + key, { level, finished, rest: finished, key });
    list.push("finished " + key);
  }
}

/** The bar of an open node is divided at the borders of its children, where they are few enough to tell apart. */
function showSegments(row, node, below) {
  const worth = below.reduce((sum, child) => sum + child.pendingUnitCount, 0);
  const own = Math.max(0, node.totalUnitCount - worth);
  const isCut = worth > 0 && !node.isIndeterminate && below.length <= maxSegments;
  const parts = isCut ? [...below.map((child) => child.pendingUnitCount), ...(own ? [own] : [])] : [];
  row.bar.classList.toggle("cut", below.length > 0);
  while (row.segments.length > parts.length) row.segments.pop().remove();
  parts.forEach((units, i) => {
    if (!row.segments[i]) row.bar.append((row.segments[i] = make("div", "", "segment")));
    row.segments[i].style.setProperty("flex-grow", units / (worth + own));
  });
}
