import { everything } from "./filter.js";
import { make, number, setAttribute, setText, showText, titleOf } from "./row.js";
import { linkTo, t } from "./strings.js";
import { countOf } from "./times.js";
import { gist } from "./trace.js";

// The way to what broke. Loaded when something in a tree fails or stalls.

/** A button in the head of the page that leads to what broke first; without a culprit, it goes. */
export function showCulprit(row, culprit, counts) {
  let button = row.words.querySelector(".culprit");
  if (!culprit) {
    if (button?.matches(":focus")) row.element.focus({ preventScroll: true });
    return button?.remove();
  }
  if (!button) {
    row.words.append((button = make("button", "", "culprit")));
    Object.assign(button, { type: "button", tabIndex: row.element.tabIndex });
  }
  button.dataset.reveal = culprit.id;
  button.dataset.state = culprit.state;
  const said = [titleOf(culprit), culprit.failure && gist(culprit.failure.message)].filter(Boolean).join(": ");
  setText(button, `${t(culprit.state)}: ${number(counts[culprit.state])} — ${said}`);
}

/** In the row of a root, how many failed or stalled below it (`state`), with the way to the first. */
export function showBelow(row, node, state) {
  showText(row.below, state ? t(state === "failed" ? "countFailed" : "countStalled", { n: number(countOf(node, state)) }) : "");
  setAttribute(row.element, "data-trouble", state || null);
  if (!state) return;
  setAttribute(row.below, "data-state", state);
  const culprit = state === "failed" ? node.summary.firstFailure : null;
  setAttribute(row.below, "href", linkTo("/progress/" + node.id) + (culprit ? "#" + culprit.id : ""));
  setAttribute(row.below, "title", culprit?.failure?.message ?? null);
}

/** Opens the way to a node of the tree, and goes there: see dashboard.js. */
export function reveal(id, page) {
  page.tree.climb(id, (each) => page.opened.set(each, true));
  page.choose(everything);
  page.goTo(id);
  if (!page.rows.has(id)) {
    page.tree.climb(id, (each) => uncover(each, page));
    page.goTo(id);
  }
  page.rows.get(id)?.element.scrollIntoView({ block: "center", behavior: page.calm.matches ? "auto" : "smooth" });
}

/** Shows so many children of its parent that a node is among them; true. */
function uncover(id, { tree, limits, limitOf }) {
  const parent = tree.nodeOf(tree.nodeOf(id).parentID);
  if (!parent) return true;
  const children = [...tree.forest().children.get(parent.id)].map(tree.nodeOf);
  const rank = () => tree.choose(parent, children).shown.findIndex((child) => child.id === id) + 1;
  if (!rank()) tree.unhidden.add(parent.id);
  return limits.set(parent.id, Math.max(limitOf(parent.id), rank()));
}
