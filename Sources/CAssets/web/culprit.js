import { make, number, setAttribute, setText, showText, titleOf } from "./row.js";
import { linkTo, t } from "./strings.js";
import { countOf } from "./times.js";

// The way to what broke. Loaded when something in a tree fails or stalls.

/** A button in the head of the page that leads to what broke first; without a culprit, it goes. */
export function showCulprit(row, culprit, counts) {
  let button = row.words.querySelector(".culprit");
  if (!culprit) return button?.remove();
  if (!button) {
    row.words.append((button = make("button", "", "culprit")));
    button.type = "button";
  }
  button.dataset.reveal = culprit.id;
  button.dataset.state = culprit.state;
  const said = [titleOf(culprit), culprit.failure?.message].filter(Boolean).join(": ");
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
  page.choose({ text: "", state: "", label: "" });
  page.goTo(id);
  document.activeElement.scrollIntoView({ block: "center", behavior: page.calm.matches ? "auto" : "smooth" });
}
