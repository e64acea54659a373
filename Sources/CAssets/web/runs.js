import { exact } from "./exact.js";
import { figureOf, loadStyle, make } from "./row.js";
import { base, locale, query, t } from "./strings.js";
import { ago, roughly, secondsSince, stateOf, time } from "./times.js";
import { gist } from "./trace.js";

loadStyle("runs");

const shown = 20;
/** How much longer than usual is late. */
const lateness = 1.5;

/** The runs that bore a name, newest first, and how long they usually take; null where none is remembered, undefined where nobody answers. */
export async function readRuns(name) {
  try {
    const reply = await fetch(`${base}/v1/progress/${encodeURIComponent(name)}/runs?${query}`);
    return reply.ok ? await reply.json() : reply.status === 404 ? null : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a node has worked for much longer than runs of its name usually take. */
export const isLate = (node, typical) =>
  ["working", "indeterminate"].includes(stateOf(node)) && secondsSince(node.createdAt) > lateness * typical;

const wordsOf = (run) => [
  t(stateOf(run)), run.isIndeterminate || run.state === "finished" ? "" : figureOf(run),
  run.durationSeconds === null ? "" : t("took", { t: time(run.durationSeconds) }), ago(run.endedAt || run.createdAt),
  run.failure && gist(run.failure.message),
].filter(Boolean).join(" · ");

const momentsOf = (run) => exact(run.startedAt || run.createdAt, run.endedAt);

/** In the detail of a row, the last runs of its name; asks again when a run ends. */
export async function showRuns(detail, node) {
  const moment = node.id + node.state;
  if (detail.asked === moment) return;
  detail.asked = moment;
  const runs = await readRuns(node.name);
  detail.runs?.remove();
  detail.runs = runs?.items.length > 1 ? runsStrip(runs, node) : null;
  if (detail.runs) detail.element.append(detail.runs);
}

/** Bars as high as the runs were long, the newest last. `present` is the node that bears the name now. */
function runsStrip({ items, typicalDurationSeconds: typical }, present) {
  const runs = items.slice(0, shown).reverse();
  const lengthOf = (run) => run.durationSeconds ?? secondsSince(run.createdAt);
  const longest = Math.max(...runs.map(lengthOf), typical || 0, 0.001);
  const strip = make("div", "", "runs");
  const bars = make("ol", "");
  bars.setAttribute("aria-label", t("runs"));
  for (const run of runs) {
    const bar = make("li", "");
    bar.dataset.state = run.state;
    bar.append(make("span", wordsOf(run), "unseen"));
    bar.title = `${wordsOf(run)}\n${momentsOf(run)}`;
    bar.style.setProperty("--size", lengthOf(run) / longest);
    bars.append(bar);
  }
  const late = present && typical && isLate(present, typical);
  const words = [typical && t("usually", { t: roughly(typical) }), late && t("late")].filter(Boolean).join(" · ");
  strip.append(make("p", `${t("runs")} `, "caption"), bars, make("p", words, late ? "late" : ""));
  return strip;
}

/** The last runs of a name whose progress is gone, a line each. */
export async function addPast(section, name) {
  const { items } = (await readRuns(name)) ?? { items: [] };
  if (!items.length) return;
  section.append(make("h3", t("runs")));
  const list = section.appendChild(make("ol", "", "past"));
  for (const run of items.slice(0, shown)) {
    const line = list.appendChild(make("li", wordsOf(run)));
    line.dataset.state = run.state;
    line.title = momentsOf(run);
  }
}
