import { base, linkTo } from "./strings.js";
import { hasEnded, isSilent } from "./times.js";

// The filter is in the address, in the words of the service's lists, so that it can be shared.

/** Each tile counts one. `quiet` ones work, too. */
export const states = ["failed", "stalled", "quiet", "working", "indeterminate", "waiting", "paused", "cancelled", "finished"];
export const everything = { text: "", states: [], labels: [], names: [], since: "" };

/** Words of the address that mean something else on the page, where `working` is what the service calls `running`. */
const pageWords = { running: "working", working: "open" }, serviceWords = { working: "running", open: "working" };
const orders = ["newest", "oldest", "latest", "left", "quiet", "name", "-name", "duration"];
const orderWords = { left: "remaining", oldest: "createdAt", latest: "-updatedAt", duration: "-duration" };
/** States that only the page knows, as it does the order of the same name. */
const ownStates = ["waiting", "quiet"];
const namePattern = /^([a-z\d][\w.:-]{0,127}|([a-z\d][\w.:-]{0,126})?\*)$/i, idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Settings that this browser keeps between visits. */
export function remembered() {
  try {
    return JSON.parse(localStorage["progressd" + base] || "{}");
  } catch {
    return {};  // not allowed here
  }
}

export function remember(change) {
  try {
    localStorage["progressd" + base] = JSON.stringify({ ...remembered(), ...change });
  } catch {}
}

/** The filter that the address names; what means nothing is left out. */
export function filterOf(search) {
  const asked = new URLSearchParams(search);
  const all = (key, isMeant) => [...new Set(asked.getAll(key))].filter(isMeant).slice(0, 64);
  const order = asked.get("sort"), since = (asked.get("createdSince") || "").replace(" ", "+");  // a + of an offset, not escaped
  return {
    text: asked.get("q") || "",
    states: all("state", () => true).map((word) => pageWords[word] || word).filter((word) => [...states, "open", "ended"].includes(word)),
    labels: all("label", (text) => /^!?[^!]|^!!/.test(text)),
    names: all("name", (text) => namePattern.test(text) && !idPattern.test(text)),
    since: isNaN(Date.parse(since)) ? "" : since,
    sort: orders.find((each) => [each, orderWords[each]].includes(order)) || "newest",
  };
}

export const isFiltered = ({ text, states, labels, names, since }) => !!(text || states.length || labels.length || names.length || since);

/** The parameters for a filter; for the service, without what it does not know. */
function parametersOf({ text, states, labels, names, since, sort }, isForService = false) {
  const asked = new URLSearchParams(text ? { q: text } : {});
  for (const state of states) if (!isForService || !ownStates.includes(state)) asked.append("state", serviceWords[state] || state);
  if (sort && sort !== "newest" && !(isForService && sort === "quiet")) asked.set("sort", orderWords[sort] || sort);
  for (const label of labels) asked.append("label", label);
  for (const name of names) asked.append("name", name);
  if (since) asked.set("createdSince", since);
  return asked;
}

/** The address of the page that names the filter. */
export function addressOf(filter) {
  const asked = parametersOf(filter);
  if (new URLSearchParams(location.search).has("view")) asked.set("view", "timeline");
  return linkTo(location.pathname.slice(base.length), asked.toString().replaceAll("%3A", ":")) + location.hash;
}

/** The query of the service's list that comes closest. */
export const queryOf = (filter) => parametersOf(filter, true).toString();

/** Narrows a stream of roots: names and labels. */
export const narrowingOf = ({ labels, names }) => parametersOf({ ...everything, labels, names }).toString();

/** Whether all that a filter shows has the names and labels of a wider one. */
export const isWithin = ({ labels, names }, wider) =>
  wider.labels.every((each) => labels.includes(each)) && (!wider.names.length || (names.length > 0 && names.every((each) => wider.names.includes(each))));

/** Whether a node in a state is among those that the filter asks for. */
export const takesState = ({ states }, node, state) => !states.length || states.some((each) =>
  each === state || (each === "quiet" && isSilent(node)) || (each === "open" && !hasEnded(node)) || (each === "ended" && hasEnded(node)));

/** Whether a node has one of the names (all, where there are none), every label, and the age. */
export function fitsAddress({ labels, names, since }, node) {
  if (!labels.length && !names.length && !since) return true;  // it is called for every root whenever the order is due
  const isNamed = (text) => (text.endsWith("*") ? node.name?.startsWith(text.slice(0, -1)) : node.name === text);
  const own = Object.entries(node.labels);
  const has = (text) => own.some(([key, value]) => (text.includes(":") ? `${key}:${value}` : key) === text);
  const holds = (text) => (text.startsWith("!") ? !has(text.slice(1)) : has(text));
  return (!names.length || names.some(isNamed)) && labels.every(holds) && (!since || Date.parse(node.createdAt) >= Date.parse(since));
}
