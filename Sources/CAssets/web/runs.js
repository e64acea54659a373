import { exact, lengthOf } from "./exact.js";
import { figureOf, fromTemplate, load, loadStyle, number, setAttribute, showText } from "./row.js";
import { direction, t } from "./strings.js";
import { ago, secondsSince, stateOf } from "./times.js";
import { gist } from "./trace.js";
import { isLate, readRuns } from "./usual.js";

// The last runs of a name, as bars that open. Loaded with the first name that has any.

loadStyle("runs");

const shown = 20;
/** Milliseconds between two looks at a bar that grows, and until an unanswered request for runs is repeated. */
const pause = 1000, patience = 30_000;
const forward = direction === "rtl" ? -1 : 1;

const secondsOf = (run) => run.durationSeconds ?? secondsSince(run.createdAt);

/** How far a run came, where it is known how far there was to go. */
export const reachOf = (run) => (run.totalUnitCount > 0 && run.state !== "finished" ? figureOf(run) : "");

const wordsOf = (run) => [
  t(run.state), reachOf(run), t(run.endedAt ? "took" : "elapsed", { t: lengthOf(1000 * secondsOf(run)) }),
  run.endedAt && ago(run.endedAt), run.failure && gist(run.failure.message),
].filter(Boolean).join(" · ");

/** In the detail of a row, the last runs of its name, if there are others; asks again when a run ends. */
export async function showRuns(detail, node) {
  const moment = node.id + node.state;
  if (detail.asked === moment) return detail.runs?.grow(node);
  detail.asked = moment;
  const found = await readRuns(node.name);
  if (found === undefined) {
    setTimeout(() => (detail.asked = null), patience);
  } else if (!(found?.items.length > 1)) {
    detail.runs?.element.remove();
    detail.runs = null;
    return;
  }
  detail.runs ??= new Runs(node.name, { parent: detail.element, isReachable: () => detail.link.tabIndex === 0 });
  detail.runs.show(found, node);
}

/** The last runs of a name whose progress is gone, the newest one open; asks until answered or no longer awaited. */
export async function showPast(section, name, isAwaited) {
  const found = await readRuns(name);
  if (!isAwaited()) return;
  if (found === null) {
    past?.element.remove();
    past = null;
    return;
  }
  past ??= new Runs(name, { parent: section, isReachable: () => true });
  if (found) past.opened = found.items[0].id;
  else setTimeout(() => isAwaited() && showPast(section, name, isAwaited), patience);
  past.show(found);
}
let past = null;

/** Bars as high as the runs were long, the newest last. One is in the tab order; the arrow keys go from bar to bar. */
class Runs {
  element = fromTemplate("runs");
  items = [];        // the runs, the oldest first
  bars = new Map();  // id of a run: its bar
  opened = null;     // id of the run whose record is open
  record = null;
  grownAt = 0;

  /** `isReachable` says whether the tab key comes to the `parent`. */
  constructor(name, { parent, isReachable }) {
    Object.assign(this, { name, isReachable });
    [this.said, this.sight, this.strip, this.median, this.usually] = this.element.querySelectorAll(".said, .sight, .bars, .median, .usually");
    for (const hint of ["pointerover", "focusin"]) this.strip.addEventListener(hint, ({ target }) => this.describe(target.closest(".run")?.dataset.run));
    this.strip.onkeydown = (event) => this.step(event);
    this.element.onkeydown = ({ key }) => void (key === "Escape" && this.close());
    parent.append(this.element);
  }

  /** `found` is undefined without an answer. `present` is the node that bears the name now. */
  show(found, present) {
    this.present = present;
    this.isUnanswered = !found;
    if (found) this.fill(found);
    this.measure();
    if (found && this.opened) this.bars.has(this.opened) ? this.open(this.opened) : this.close();
  }

  fill({ items, typicalDurationSeconds }) {
    this.items = items.slice(0, shown).reverse();
    this.typical = typicalDurationSeconds;
    const ids = this.items.map(({ id }) => id), newest = ids.at(-1);
    const isNew = !this.bars.has(newest);
    for (const [id, bar] of this.bars) if (!ids.includes(id)) { bar.remove(); this.bars.delete(id); }
    for (const run of this.items) {
      if (!this.bars.has(run.id)) this.addBar(run.id);
      const bar = this.bars.get(run.id), state = stateOf(run);
      bar.dataset.state = run.state;
      bar.querySelector(".mark").toggleAttribute("hidden", state === "finished");
      setAttribute(bar.querySelector("use"), "href", "#i-" + state);
      this.describe(run.id);
    }
    const focused = [...this.bars.values()].find((bar) => bar === document.activeElement);
    this.stopAt(focused ?? this.bars.get(this.opened) ?? this.bars.get(newest));
    if (isNew) this.sight.scrollLeft = forward * this.sight.scrollWidth;
  }

  addBar(id) {
    const bar = fromTemplate("run");
    bar.dataset.run = id;
    bar.setAttribute("aria-expanded", false);
    bar.onclick = () => {
      bar.focus();  // not every browser does, and Escape is for where the focus is
      if (this.opened === id) this.close();
      else this.open(id);
    };
    this.strip.insertBefore(bar, this.median);
    this.bars.set(id, bar);
  }

  /** Ages grow, so the words are written again when somebody asks for them. */
  describe(id) {
    const run = this.items.find((each) => each.id === id);
    if (!run) return;
    const words = wordsOf(run), bar = this.bars.get(id);
    setAttribute(bar, "aria-label", `${t("run", { n: number(run.run) })}: ${words}`);
    setAttribute(bar, "title", `${words}\n${exact(run.startedAt || run.createdAt, run.endedAt)}`);
  }

  measure() {
    const { items, typical, present } = this;
    const longest = Math.max(...items.map(secondsOf), typical || 0, 0.001);
    for (const run of items) this.bars.get(run.id).style.setProperty("--size", secondsOf(run) / longest);
    this.element.style.setProperty("--typical", (typical || 0) / longest);
    this.median.hidden = !typical;
    showText(this.usually, typical ? t("usually", { t: lengthOf(1000 * typical) }) : "");
    showText(this.said, this.isUnanswered ? t("unanswered") : typical && present && isLate(present, typical) ? t("late") : "");
    this.grownAt = performance.now();
  }

  /** Bars of work grow, and the open record of the run at work follows it. */
  grow(present) {
    if (performance.now() - this.grownAt < pause || this.items.every(({ endedAt }) => endedAt)) return;
    this.present = present;
    this.measure();
    if (this.opened === present.id && this.version !== present.version) this.open(present.id);
  }

  /** The tab key stops at this bar. */
  stopAt(bar) {
    for (const each of this.bars.values()) {
      each.toggleAttribute("data-arrows", each !== bar);
      each.tabIndex = each === bar && this.isReachable() ? 0 : -1;
    }
  }

  step(event) {
    const bars = [...this.bars.values()], at = bars.indexOf(event.target);
    const next = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: bars.length - 1 }[event.key];
    if (at < 0 || next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const bar = bars[Math.min(Math.max(next, 0), bars.length - 1)];
    this.stopAt(bar);
    bar.focus();
  }

  async open(id) {
    this.mark(id);
    const module = await load("record");
    this.version = this.present?.version;
    const record = await module?.recordOf(this.name, id, this.present, this.record);
    if (this.opened !== id) return;
    if (!record) return this.close();
    for (const each of record.querySelectorAll("a, button, summary")) each.tabIndex = this.isReachable() ? 0 : -1;
    if (record !== this.record) this.replace(record);
    this.mark(id);
  }

  replace(record) {
    const hadFocus = this.record?.contains(document.activeElement);
    this.record?.remove();
    this.record = this.element.appendChild(record);
    const shut = record.querySelector("button");
    shut.onclick = () => this.close();
    if (hadFocus) shut.focus();
  }

  /** Gives the focus back to the bar. */
  close() {
    const bar = this.bars.get(this.opened);
    if (bar && this.element.contains(document.activeElement)) bar.focus();
    this.record?.remove();
    this.record = null;
    this.mark(null);
  }

  mark(opened) {
    this.opened = opened;
    for (const [id, bar] of this.bars) {
      setAttribute(bar, "aria-expanded", id === opened);
      setAttribute(bar, "aria-controls", id === opened && this.record ? this.record.id : null);
    }
    if (opened) this.stopAt(this.bars.get(opened));
  }
}
