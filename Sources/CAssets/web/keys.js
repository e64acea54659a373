import { direction } from "./strings.js";

// The keyboard among the rows. Loaded with the first key that means something there.

/** `page` has the id of the row in the tab order (`current`), its place, and how to go and open: see dashboard.js. */
export function press(key, page) {
  const isForward = direction === "ltr";
  const actions = {
    Enter: () => page.toggle(page.current),
    " ": () => page.toggle(page.current),
    ArrowDown: () => step(page, 1),
    ArrowUp: () => step(page, -1),
    Home: () => step(page, -Infinity),
    End: () => step(page, Infinity),
    ArrowRight: () => turn(page, isForward),
    ArrowLeft: () => turn(page, !isForward),
  };
  actions[key]();
}

function step(page, by) {
  const ids = [...document.querySelectorAll(".row")].map((row) => row.dataset.id);
  page.goTo(ids[Math.min(Math.max(ids.indexOf(page.current) + by, 0), ids.length - 1)]);
}

/** Inwards: opens, then goes to the first child. Outwards: closes, then goes to the parent. */
function turn(page, inwards) {
  const { isOpen, below } = page.place;
  if (inwards && isOpen) return below.length && step(page, 1);
  if (isOpen === inwards || page.isTop) return page.parentID && page.goTo(page.parentID);
  page.toggle(page.current, inwards);
}
