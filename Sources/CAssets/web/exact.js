import { locale } from "./strings.js";
import { lastWord, time, unit } from "./times.js";

// Exact times and lengths. The times are in a tooltip of whatever says “ago”, “took” or for how long. Loaded ahead of the first look.

const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });

/** One moment, or from one to another. */
export function exact(from, to = null) {
  const [start, end] = [from, to].map((date) => date && new Date(date));
  if (start && end && end >= start) return format.formatRange(start, end);
  return start || end ? format.format(start || end) : "";
}

/** Milliseconds in words, in smaller parts where it is short. */
export function lengthOf(length) {
  if (length > 0 && length < 1000) return unit(Math.round(length), "millisecond");
  return length < 10_000 ? unit(Math.floor(length / 100) / 10, "second") : time(length / 1000);
}

const timesOf = {
  times: (node) => exact(node.startedAt, node.endedAt || node.finishedAt),
  when: (node) => timesOf[node.endedAt ? "times" : "silence"](node),
  silence: (node) => exact(lastWord(node)),
  started: (node) => exact(node.startedAt || node.createdAt),
};

/** `nodeOf` gives the node of a row. */
export function explain(nodeOf) {
  document.addEventListener("mouseover", ({ target }) => {
    const said = target.closest?.(".times, .when, .silence, .started");
    const node = said && nodeOf(said.closest(".row")?.dataset.id);
    if (node) said.title = timesOf[said.classList[0]](node);
  });
}
