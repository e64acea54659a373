import { showText } from "./row.js";
import { base, query, t } from "./strings.js";
import { roughly, secondsSince, stateOf } from "./times.js";

// How long the runs of a name usually take, in the rows of those that work again. Loaded with the first of them.

/** Requests under way. There may be a thousand roots, so only rows in sight ask, each run once. */
const maxAsking = 2;
const typical = new Map();  // id of a run: seconds; null while not known, and where too few runs have finished
let asking = 0;
/** Milliseconds until an unanswered request is repeated. */
const patience = 30_000;
/** How much longer than usual is late. */
export const lateness = 1.5;

/** The runs that bore a name, newest first, and how long they usually take; null where none is remembered, undefined without an answer. */
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

/** Asks for as many of these nodes as there is room for; the caller comes again. */
export function ask(nodes, answered) {
  for (const { id, name } of nodes) {
    if (typical.has(id) || asking >= maxAsking) continue;
    lookUp(id, name).then(() => answered(id));
  }
}

async function lookUp(id, name) {
  typical.set(id, null);
  asking++;
  const runs = await readRuns(name);
  asking--;
  if (runs === undefined) setTimeout(() => typical.delete(id), patience);
  else typical.set(id, runs?.typicalDurationSeconds ?? null);
}

export function showUsual(row, node) {
  const seconds = typical.get(node.id);
  const usually = seconds ? t("usually", { t: roughly(seconds) }) : "";
  showText(row.usual, usually);
  showText(row.late, seconds && isLate(node, seconds) ? t("late") : "");
  if (row.late.title !== usually) row.late.title = usually;
}
