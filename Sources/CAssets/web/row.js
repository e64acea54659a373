import { locale, query, t } from "./strings.js";
import { hasEnded, reasonOf, silenceOf, stateOf, timesOf, unit } from "./times.js";

// Whatever a reporter sent reaches the page as text, never as markup.

const { format: percent } = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
export const { format: number } = new Intl.NumberFormat(locale);
const { format: digits } = new Intl.NumberFormat(locale, { useGrouping: false });
const { format: decimal } = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });

function byteRate(value) {
  const step = Math.min(3, Math.max(0, Math.floor(Math.log10(value || 1) / 3)));
  return unit(value / 1000 ** step, ["byte", "kilobyte", "megabyte", "gigabyte"][step] + "-per-second");
}

export const rate = (node, value) => (node.kind === "file" ? byteRate(value) : t("perSecond", { n: decimal(value) }));

export const titleOf = (node) => node.name || node.localizedDescription || node.id.slice(0, 8);

/** The percentage as the descriptions round it: down, and 100 only where the fraction is 1. */
const percentOf = ({ fractionCompleted }) => Math.min(Math.floor(100 * fractionCompleted + 1e-9), fractionCompleted < 1 ? 99 : 999999);
/** Tenths below 10 % where there are enough units for them to move. */
export function figureOf(node) {
  if (node.isIndeterminate) return "–";
  const isFine = node.totalUnitCount > 1000 && node.fractionCompleted > 0 && node.fractionCompleted < 0.1;
  return percent(isFine ? Math.floor(1000 * node.fractionCompleted + 1e-9) / 1000 : percentOf(node) / 100);
}
/** Whether the description only says the figure beside it once more. */
const isFigure = (node) => !node.kind && node.localizedDescription.length < 40 && /[%٪]/.test(node.localizedDescription) &&
  node.localizedDescription.includes(digits(percentOf(node)));

const noteOf = (node) => reasonOf(node) || (node.state === "stalled" ? silenceOf(node) : "");

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function showText(element, text) {
  setText(element, text);
  element.hidden = !text;
}

export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

const clamped = (value) => Math.min(Math.max(value, 0), 1);
const setIcon = (svg, name) => setAttribute(svg.querySelector("use"), "href", "#i-" + name);

export const make = (name, text, className = "") => Object.assign(document.createElement(name), { textContent: text, className });

/** Fills the texts of the page itself. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-l]")) element.setAttribute("aria-label", t(element.dataset.l));
  return root;
}

export const fromTemplate = (id) => translate(document.getElementById(id).content.cloneNode(true)).firstElementChild;

/** Shares of a parent that are smaller tell nothing. */
const smallestShare = 0.01;

export class Row {
  problem = "";
  armed = 0;
  segments = [];

  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    this.element = fromTemplate("row");
    this.element.dataset.id = id;
    for (const part of this.element.querySelectorAll("[class]")) this[part.classList[0]] = part;
    [this.pause, this.cancel] = this.element.querySelectorAll("button");
  }

  /** `place`: its level, whether it is open, its share ([from, size], parts of the parent), the nodes below it. */
  show(node, place, { isActive, isTop, outermost }) {
    const { element } = this;
    const title = titleOf(node);
    const state = stateOf(node);
    setAttribute(element, "data-state", state === "working" ? "running" : state);
    setAttribute(element, "data-indeterminate", node.isIndeterminate ? "" : null);
    setAttribute(element, "data-leaf", node.childCount ? null : "");
    setAttribute(element, "aria-level", place.level + 1);
    setAttribute(element, "aria-expanded", isTop ? null : place.isOpen);
    element.classList.toggle("top", isTop);
    element.classList.toggle("active", isActive);
    element.style.setProperty("--level", Math.min(Math.max(place.level - outermost, 0), 8));
    setIcon(this.mark, state);
    setText(this.title, title);
    showText(this.state, state === "working" ? "" : t(state));
    this.showTags(node);
    showText(this.description, title === node.localizedDescription || isFigure(node) ? "" : node.localizedDescription);
    showText(this.additional, node.localizedAdditionalDescription);
    showText(this.times, timesOf(node));
    showText(this.silence, this.problem || node.state === "stalled" ? "" : silenceOf(node));
    showText(this.worth, place.share?.[1] >= smallestShare ? t("share", { p: percent(place.share[1]) }) : "");
    showText(this.note, this.problem || noteOf(node));
    setText(this.figure, figureOf(node));
    this.showBar(node, place, title);
    this.showButtons(node, title);
    this.showDetail(node, isActive, isTop);
  }

  showTags(node) {
    const tags = Object.entries(node.labels).slice(0, 3).map(([key, value]) => `${key}: ${value}`);
    if (this.tagged === (this.tagged = tags.join("\n"))) return;
    this.tags.replaceChildren(...tags.map((tag) => make("bdi", tag)));
  }

  showBar(node, { share, below }, title) {
    const spoken = [t(stateOf(node)), node.localizedDescription || figureOf(node), node.localizedAdditionalDescription];
    setAttribute(this.bar, "aria-label", title);
    setAttribute(this.bar, "aria-valuenow", node.isIndeterminate ? null : Math.min(Math.max(percentOf(node), 0), 100));
    setAttribute(this.bar, "aria-valuetext", spoken.filter(Boolean).join(", "));
    this.fill.style.setProperty("--fraction", clamped(node.fractionCompleted));
    this.showSegments(node, below);
    this.share.hidden = !(share?.[1] >= smallestShare);
    if (this.share.hidden) return;
    this.share.style.setProperty("--from", clamped(share[0]));
    this.share.style.setProperty("--size", clamped(share[1]));
  }

  /** The bar of an open node is cut into what its children are worth, and what is its own. */
  showSegments(node, below) {
    const worth = below.reduce((sum, child) => sum + child.pendingUnitCount, 0);
    const own = node.totalUnitCount - worth;
    const isCut = worth > 0 && own >= 0 && !node.isIndeterminate;
    const parts = isCut ? below.map((child) => [child.pendingUnitCount, clamped(child.fractionCompleted)]) : [];
    if (isCut && own > 0) {
      const filled = parts.reduce((sum, [units, fraction]) => sum + units * fraction, 0);
      parts.push([own, clamped((node.fractionCompleted * node.totalUnitCount - filled) / own)]);
    }
    this.bar.classList.toggle("cut", isCut);
    while (this.segments.length > parts.length) this.segments.pop().remove();
    parts.forEach(([units, fraction], i) => {
      if (!this.segments[i]) {
        this.bar.append((this.segments[i] = make("div", "", "segment")));
        this.segments[i].append(make("div", "", "fill"));
      }
      this.segments[i].style.setProperty("flex-grow", units / node.totalUnitCount);
      this.segments[i].firstChild.style.setProperty("--fraction", fraction);
    });
  }

  showButtons(node, title) {
    const call = node.isPaused ? "resume" : "pause";
    this.pause.dataset.call = call;
    setIcon(this.pause, node.isPaused ? "resume" : "paused");
    this.pause.title = t(call);
    this.cancel.title = t("cancel");
    setAttribute(this.pause, "aria-label", `${t(call)}: ${title}`);
    setAttribute(this.cancel, "aria-label", `${t(this.armed ? "sure" : "cancel")} ${title}`);
    this.offer(this.pause, !hasEnded(node) && node.isPausable);
    this.offer(this.cancel, !hasEnded(node) && node.isCancellable);
  }

  offer(button, isOffered) {
    if (button.hidden === !isOffered) return;
    if (!isOffered && button === document.activeElement) this.element.focus({ preventScroll: true });
    button.hidden = !isOffered;
  }

  async showDetail(node, isActive, isTop) {
    this.isActive = isActive;
    if (isActive && !this.detail) {
      const { Detail } = await import("./detail.js");
      if (this.isActive) this.detail ??= new Detail(this.element);
    }
    if (isActive) return this.detail?.show(node, isTop);
    this.detail?.element.remove();
    this.detail = null;
  }

  press(call) {
    if (this.isBusy) return;
    if (call !== "cancel") return void this.send(call);
    if (!this.armed) return this.arm(performance.now());
    if (performance.now() - this.armed < 400) return;  // the second half of a double click
    this.arm(0);
    this.send(call);
  }

  /** Cancel is for ever, so it is asked for twice. */
  arm(since) {
    clearTimeout(this.timer);
    this.armed = since;
    this.cancel.classList.toggle("armed", since > 0);
    this.cancel.querySelector("span").hidden = !since;
    if (since) this.timer = setTimeout(() => this.arm(0), 4000);
    this.changed();
  }

  async send(call) {
    this.isBusy = true;
    try {
      const reply = await fetch(`/v1/progress/${this.id}/${call}?${query}`, { method: "POST" });
      const problem = reply.ok ? {} : await reply.json().catch(() => ({}));
      this.problem = reply.ok ? "" : String(problem.detail || problem.title || reply.status);
    } catch {
      this.problem = t("unanswered");
    }
    this.isBusy = false;
    if (!this.problem) return;
    document.getElementById("news").textContent = this.problem;
    this.changed();
    setTimeout(() => { this.problem = ""; this.changed(); }, 8000);
  }
}
