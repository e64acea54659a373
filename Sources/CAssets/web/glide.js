// Rows that move to another place glide there, and new ones appear. Loaded when the first one does.

/** `moved`: the rows and where they stand; `before`: where all stood. */
export function glide(moved, before) {
  for (const [element, y] of moved) {
    const from = before.get(element);
    if (from === undefined) element.animate([{ opacity: 0 }, {}], 250);
    else element.animate([{ transform: `translateY(${from - y}px)` }, {}], { duration: 350, easing: "ease-out" });
  }
}
