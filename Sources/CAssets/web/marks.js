import { make, setAttribute } from "./row.js";

// Marks failed and stalled nodes in the bars above them: each its share, in its place. Loaded with the first.

/** Above so many, the bar is divided into as many slots, each with one mark as wide as what is marked in it. */
const most = 40;

/** The bar of a node, in units: its own, or what its children are worth where that is more. */
export const wholeOf = ({ totalUnitCount }, below) =>
  Math.max(totalUnitCount, below.reduce((sum, child) => sum + child.pendingUnitCount, 0)) || 1;

/** `{ from, size, state }` in parts of the bar of a node, in order. `page`: see `Branches`. */
export function marksOf(top, { childrenOf, trouble }) {
  const marks = [];
  const stack = [{ node: top, from: 0, size: 1 }];
  while (stack.length) {
    const { node, from, size } = stack.pop();
    if (node !== top && trouble.has(node.state)) {
      marks.push({ from, size, state: node.state });
      if (node.state === "failed") continue;  // what is below it ended with it
    }
    const below = childrenOf(node);
    const unit = size / wholeOf(node, below);
    let start = from;
    for (const child of below) {
      if (trouble.of(child)) stack.push({ node: child, from: start, size: child.pendingUnitCount * unit });
      start += child.pendingUnitCount * unit;
    }
  }
  // Red lies on amber.
  const ordered = marks.sort((x, y) => (x.state === "failed") - (y.state === "failed") || x.from - y.from);
  return ordered.length > most ? join(ordered) : ordered;
}

/** One mark a slot: as wide as all in it together, red where one of them is. */
function join(marks) {
  const slots = new Map();
  for (const { from, size, state } of marks) {
    const last = Math.min(most - 1, Math.max(Math.floor(from * most), Math.ceil((from + size) * most) - 1));
    for (let i = Math.min(most - 1, Math.floor(from * most)); i <= last; i++) {
      const begin = Math.max(from, i / most);
      const part = Math.max(0, Math.min(from + size, (i + 1) / most) - begin);
      const slot = slots.get(i) || { from: begin, size: 0, state };
      slots.set(i, { from: Math.min(slot.from, begin), size: Math.min(slot.size + part, 1 / most), state: slot.state === "failed" ? "failed" : state });
    }
  }
  return [...slots.values()].map((slot) => ({ ...slot, from: Math.min(slot.from, (Math.floor(slot.from * most + 1e-9) + 1) / most - slot.size) }));
}

export function showMarks(row, marks) {
  row.marks ??= [];
  while (row.marks.length > marks.length) row.marks.pop().remove();
  marks.forEach(({ from, size, state }, i) => {
    if (!row.marks[i]) row.bar.append((row.marks[i] = make("div", "", "trouble")));
    row.marks[i].style.setProperty("--from", from);
    row.marks[i].style.setProperty("--size", size);
    setAttribute(row.marks[i], "data-state", state);
  });
  row.bar.classList.toggle("many", marks.length > 10);
}
