import { exact, lengthOf } from "./exact.js";
import { linksOf, refill, valuesOf } from "./facts.js";
import { fromTemplate, make, number, setAttribute, showText, titleOf } from "./row.js";
import { reachOf } from "./runs.js";
import { base, locale, query, t } from "./strings.js";
import { reasonOf, secondsSince, stateOf, stateWordOf } from "./times.js";
import { gist, traceOf } from "./trace.js";
import { lateness } from "./usual.js";

// The record of one run: what became of it, when, and its steps. Loaded with the first that is opened.

const { format: moment } = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" });
/** Seconds that a step takes longer, at least, to be called slow. */
const leastDelay = 1;
const states = ["failed", "stalled", "paused", "running", "indeterminate", "cancelled", "finished"];

/**
 * The record of a run, or the word why there is none; the `shown` one, filled again, if it is of that run. Of the
 * `present` node the page knows the whole failure.
 */
export async function recordOf(name, id, present, shown) {
  const isShown = shown?.id === "record-" + id;
  const element = isShown ? shown : Object.assign(fromTemplate("record"), { id: "record-" + id });
  const [run, problem] = await readRun(name, id);
  if (run) fill(element, present?.id === id ? { ...run, failure: present.failure } : run);
  else if (!isShown) showText(element.querySelector(".called"), problem);
  return element;
}

async function readRun(name, id) {
  try {
    const reply = await fetch(`${base}/v1/progress/${encodeURIComponent(name)}/runs/${id}?${query}`);
    if (reply.ok) return [await reply.json()];
    return [null, t(reply.status === 404 ? "noData" : "unanswered")];
  } catch {
    return [null, t("unanswered")];
  }
}

function fill(element, run) {
  const find = (name) => element.querySelector("." + name);
  const called = t("run", { n: number(run.run) }), reason = reasonOf(run);
  element.dataset.state = run.state;
  element.setAttribute("aria-label", `${called}: ${t(run.state)}`);
  find("mark").removeAttribute("hidden");
  setAttribute(find("mark").querySelector("use"), "href", "#i-" + stateOf(run));
  showText(find("called"), called);
  showText(find("state"), t(run.state));
  const units = run.totalUnitCount > 0 ? `${number(run.completedUnitCount)}/${number(run.totalUnitCount)}` : number(run.completedUnitCount);
  showText(find("counts"), [reachOf(run), units].filter(Boolean).join(" · "));
  showText(find("about"), [run.localizedDescription, run.localizedAdditionalDescription].filter(Boolean).join(" "));
  showWhy(find("why"), reason);
  const { tabIndex } = find("shut"), labels = Object.entries(run.labels).map(([key, value]) => fact(key, value));
  refill(find("links"), linksOf(run.urls), tabIndex);
  refill(find("facts"), [...factsOf(run), ...labels, ...valuesOf(run.userInfo)], tabIndex);
  showSteps(element, run);
}

function showWhy(element, reason) {
  element.hidden = !reason;
  if (element.dataset.text === reason) return;
  element.dataset.text = reason;
  element.replaceChildren(reason.includes("\n") ? traceOf(reason) : reason);
}

function fact(name, text, title = "") {
  const element = make("div", "");
  element.append(make("dt", name), Object.assign(make("dd", text), { title, dir: "auto" }));
  return element;
}

function factsOf({ createdAt, startedAt, endedAt, durationSeconds }) {
  const began = startedAt || createdAt;
  return [
    fact(t("started"), moment(new Date(began)), exact(began)),
    endedAt && fact(t("end"), moment(new Date(endedAt)), exact(endedAt)),
    durationSeconds !== null && fact(t("duration"), lengthOf(1000 * durationSeconds), exact(createdAt, endedAt)),
  ].filter(Boolean);
}

// --- Steps

function showSteps(element, { steps, stepCounts, omittedStepCount }) {
  const [table, omitted] = element.querySelectorAll("table, .omitted");
  const counts = states.filter((state) => stepCounts[state]).map((state) => `${t(state)}: ${number(stepCounts[state])}`);
  table.hidden = !counts.length;
  table.caption.textContent = [t("steps"), ...counts].join(" · ");
  table.tHead.hidden = !steps.length;
  table.tBodies[0].replaceChildren(...steps.map(stepOf));
  showText(omitted, omittedStepCount ? t("omitted", { n: number(omittedStepCount) }) : "");
}

function stepOf(step) {
  const row = fromTemplate("step"), state = stateOf(step);
  const find = (name) => row.querySelector("." + name);
  row.dataset.state = state;
  row.style.setProperty("--level", Math.min(step.depth - 1, 8));
  setAttribute(find("mark").querySelector("use"), "href", "#i-" + state);
  find("step").textContent = titleOf(step);
  find("unseen").textContent = stateWordOf(step);
  showText(find("why"), step.failure ? gist(step.failure.message) : "");
  const { startedAt, endedAt, typicalDurationSeconds: typical } = step;
  const seconds = step.durationSeconds ?? (startedAt && !endedAt ? secondsSince(startedAt) : null);
  find("took").textContent = seconds === null ? "" : lengthOf(1000 * seconds);
  find("took").title = exact(startedAt, endedAt);
  showText(find("typical"), typical === null ? "" : t("usually", { t: lengthOf(1000 * typical) }));
  const isSlow = typical !== null && seconds > lateness * typical && seconds - typical >= leastDelay;
  showText(find("slow"), isSlow ? t("slower") : "");
  return row;
}
