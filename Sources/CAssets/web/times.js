import { locale, t } from "./strings.js";

// When things happened, in words that age while one looks. A service that tells no times gets none.

const second = 1000, units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
/** Silence worth a word, in seconds: the least that the service waits before it takes a rate back. */
const silence = 30;
const relative = new Intl.RelativeTimeFormat(locale, { style: "short" });
const formats = new Map();

export function unit(value, name) {
  if (!formats.has(name)) {
    formats.set(name, new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: 1 }));
  }
  return formats.get(name).format(value);
}

const unitOf = (seconds) => units.find(([, size]) => seconds >= size) || units.at(-1);

/** The largest unit, and the next smaller one if it is not zero. */
export function time(seconds) {
  const [name, size] = unitOf(seconds);
  const [nextName, nextSize] = units[units.findIndex((each) => each[0] === name) + 1] || [];
  const next = nextSize ? Math.floor((seconds % size) / nextSize) : 0;
  return unit(Math.floor(seconds / size), name) + (next ? " " + unit(next, nextName) : "");
}

/** The largest unit alone: what is read at a glance and changes seldom. */
export function roughly(seconds) {
  const [name, size] = unitOf(seconds);
  return unit(Math.floor(seconds / size), name);
}

/** When the monotonic clock of the page began: by the browser's clock, and by the service's, as far as whole seconds tell. */
const beginning = () => Date.now() - performance.now();
let began = beginning(), origin = began;
export function setClock(date) {
  const ahead = Date.parse(date) + second / 2 - Date.now();
  began = beginning();
  origin = began + (Math.abs(ahead) > 2 * second ? ahead : 0);
}
/** Whether a clock was set, or stood still while the machine slept. */
export const isAdrift = () => Math.abs(beginning() - began) > 2 * second;
/** The time of the service, of whose clock all times are. */
export const now = () => new Date(performance.now() + origin);
export const secondsSince = (date) => Math.max(0, (now() - Date.parse(date)) / second);

export function ago(date) {
  const [name, size] = unitOf(secondsSince(date));
  return relative.format(-Math.floor(secondsSince(date) / size), name);
}

/** An additional description without its end, which says the time left after a dash in every language. */
export const withoutTimeLeft = (text) => text.split(/ ?— /)[0];

export const hasEnded = (node) => !!node.failure || node.isCancelled || node.isFinished;
const isWorking = (node) => ["running", "indeterminate"].includes(node.state);
/** A step of which nothing has been heard: it waits for its turn. */
export const waits = (node) =>
  node.startedAt === null && !!node.parentID && isWorking(node) && !node.fractionCompleted && !node.completedUnitCount;

/** The state that the page shows: `waiting` and `working` for what the service calls running. */
export const stateOf = (node) => (waits(node) ? "waiting" : node.state === "running" ? "working" : node.state);

/** The state in a word: `working` is the heading of a section. */
export const stateWordOf = (node) => t(stateOf(node).replace("working", "running"));

/** How many in the subtree are in a state, as far as the service says so. */
export const countOf = ({ summary }, state) => summary?.nodeCounts?.[state] || 0;

/** The state that a root is counted and found by: what went wrong below counts until it has ended itself. */
export function standingOf(node) {
  if (hasEnded(node)) return node.state;
  return countOf(node, "failed") ? "failed" : countOf(node, "stalled") ? "stalled" : stateOf(node);
}

/** When the node, or a node below it that the page knows, last changed from outside. */
export const lastWord = ({ updatedAt, heardAt }) => (heardAt > updatedAt ? heardAt : updatedAt);

/** Whether a summary has newer words than before; the time left in them changes by itself. */
export function saysMore({ summary }, { summary: former }) {
  if (!former?.latest || summary.latest === former.latest) return false;
  const [present, past] = [summary.latest, former.latest].map(({ localizedAdditionalDescription: text, ...rest }) =>
    JSON.stringify([rest, withoutTimeLeft(text)]));
  return present !== past;
}

/** Whether nothing has been heard for long of something at work that has no rate any more. */
export const isSilent = (node) =>
  node.throughput === null && isWorking(node) && !waits(node) && secondsSince(lastWord(node)) >= silence;

/** How long ago the last word from outside came, where that is long for something at work, in these words; else "". */
export const silenceOf = (node, words = "silent") =>
  node.state === "stalled" || isSilent(node) ? t(words, { t: roughly(secondsSince(lastWord(node))) }) : "";

/** How long it has worked, or how long it took and when that was. */
export function timesOf(node) {
  if (!hasEnded(node)) return node.startedAt && !node.isPaused ? t("worked", { t: roughly(secondsSince(node.startedAt)) }) : "";
  const end = node.endedAt || node.finishedAt;
  if (!end) return "";
  const took = node.startedAt && (Date.parse(end) - Date.parse(node.startedAt)) / second;
  return [took > 0 && t("took", { t: time(took) }), ago(end)].filter(Boolean).join(" · ");
}

/** Why it stopped, and who stopped it where that was not its reporter, as far as anybody said. */
export function reasonOf(node) {
  const { failure, control } = node;
  if (failure) return signed(failure.message + (failure.code ? ` (${failure.code})` : ""), failure.by?.user);
  if (!["paused", "cancelled"].includes(node.state)) return "";
  const { reason, by } = control && control.action !== "resume" ? control : node;
  return signed(reason, by && (by.user || t(by.role)));
}

const signed = (text, name) => [text, name].filter(Boolean).join(" — ");
