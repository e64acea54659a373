import { base, linkTo } from "./strings.js";

// What the reader looks for is in the address, so that it can be sent on. Labels are `key:value`.

export const states = ["failed", "stalled", "working", "indeterminate", "waiting", "paused", "cancelled", "finished"];

/** What this browser keeps of the dashboard between visits. */
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

/** The labels of a filter, and a filter's part with these. */
export const labelsIn = ({ label }) => label.split("\0").filter(Boolean);
export const withLabels = (labels) => ({ label: [...new Set(labels)].filter(Boolean).join("\0") });

/** The filter that the address names. What the service calls `running` is `working` here; other words are no state. */
export function filterOf(search) {
  const asked = new URLSearchParams(search);
  const word = asked.get("state") === "running" ? "working" : asked.get("state");
  const state = states.includes(word) ? word : "";
  return { text: asked.get("q") || "", state, ...withLabels(asked.getAll("label")), sort: asked.get("sort") || "newest" };
}

/** The address that names the filter. */
export function addressOf({ text, state, label, sort }) {
  const asked = new URLSearchParams({ ...(text && { q: text }), ...(state && { state }), ...(sort && sort !== "newest" && { sort }) });
  for (const each of labelsIn({ label })) asked.append("label", each);
  if (new URLSearchParams(location.search).has("view")) asked.set("view", "timeline");
  return linkTo(location.pathname.slice(base.length), asked.toString().replaceAll("%3A", ":")) + location.hash;
}
