import { base, isForOneTree, linkTo, locale, t } from "./strings.js";
import { hasEnded, reasonOf, silenceOf, stateOf, stateWordOf, timesOf, withoutTimeLeft } from "./times.js";

// Whatever a reporter sent reaches the page as text, never as markup.

export const { format: percent } = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
export const { format: number } = new Intl.NumberFormat(locale);
const { format: digits } = new Intl.NumberFormat(locale, { useGrouping: false });
const { format: short } = new Intl.NumberFormat(locale, { notation: "compact" });

/** Name of a node in links: the id if it has no name, has ended, or its name looks like a badge or a text view. */
export const referenceOf = (node) => (node.name && !hasEnded(node) && !/\.(svg|txt)$/.test(node.name) ? node.name : node.id);

export const titleOf = (node) => node.name || node.localizedDescription || node.id.slice(0, 8);

/** The percentage as the descriptions round it: down, and 100 only where the fraction is 1. */
const percentOf = ({ fractionCompleted }) => Math.min(Math.floor(100 * fractionCompleted + 1e-9), fractionCompleted < 1 ? 99 : 999999);
/** Tenths below 10 % where there are enough units for them to move. */
export function figureOf(node) {
  if (node.isIndeterminate) return node.completedUnitCount > 0 && node.kind !== "file" ? short(node.completedUnitCount) : "–";
  const isFine = node.totalUnitCount > 1000 && node.fractionCompleted > 0 && node.fractionCompleted < 0.1;
  return percent(isFine ? Math.floor(1000 * node.fractionCompleted + 1e-9) / 1000 : percentOf(node) / 100);
}
/** Whether a description is likely no more than a percentage. */
const isPercentage = (text) => text.length < 40 && /[%٪]/.test(text);
/** Whether the description only says the figure beside it once more. */
const isFigure = (node) => !node.kind && isPercentage(node.localizedDescription) && node.localizedDescription.includes(digits(percentOf(node)));

/**
 * The words of a row: for a root, the newest of anything below, without the time left there. A bare percentage is
 * skipped: it would be taken for the root's.
 */
function wordsOf(node) {
  const latest = hasEnded(node) ? null : node.summary?.latest;
  if (!latest || latest.id === node.id || isPercentage(latest.localizedDescription)) return node;
  return { ...latest, localizedAdditionalDescription: withoutTimeLeft(latest.localizedAdditionalDescription) };
}

/** Counts times down, once there is one. */
export let countdown = null;

const noteOf = (node) => reasonOf(node) || (node.state === "stalled" ? silenceOf(node) : "");

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Says what did not work, for everybody to see. */
export function complain(text) {
  const news = document.getElementById("news");
  setText(news, text);
  news.className = text ? "complaint" : "unseen";
  clearTimeout(complaint);
  complaint = setTimeout(() => (news.className = "unseen"), 8000);
}
let complaint = 0;

export function showText(element, text) {
  setText(element, text);
  element.hidden = !text;
}

export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** The icon of the tab is red while something needs a person. */
export function showAlarm(isAlarming) {
  const icon = base + (isAlarming ? "/alarm.svg" : "/favicon.svg"), link = document.querySelector("link[rel=icon]");
  if (link.getAttribute("href") !== icon) link.href = icon;
}

const clamped = (value) => Math.min(Math.max(value, 0), 1);
const setIcon = (svg, name) => setAttribute(svg.querySelector("use"), "href", "#i-" + name);

export const make = (name, text, className = "") => Object.assign(document.createElement(name), { textContent: text, className });

/** Whether the tab key stops at an element and what is in it, but for what the arrow keys lead to (`data-arrows`). */
export function setReach(element, isReachable) {
  for (const each of [element, ...element.querySelectorAll("button, a, input, summary")]) {
    each.tabIndex = isReachable && !("arrows" in each.dataset) && !each.matches(".top .title") ? 0 : -1;
  }
}

/** Fills the texts of the page itself. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-l]")) element.setAttribute("aria-label", t(element.dataset.l));
  return root;
}

export const fromTemplate = (id) => translate(document.getElementById(id).content.cloneNode(true)).firstElementChild;

/** Adds a stylesheet of the page, once; resolves when it is there. */
export function loadStyle(name) {
  styles[name] ??= addStyle(name);
  return styles[name];
}

function addStyle(name) {
  const link = Object.assign(make("link", ""), { rel: "stylesheet", href: `${base}/${name}.css` });
  const loaded = new Promise((done) => {
    link.onload = done;
    link.onerror = () => done((styles[name] = link.remove()));  // the next call tries again
  });
  document.head.append(link);
  return loaded;
}

/** Loads a part of the page, once; undefined without an answer, and the next call tries again. */
export function load(name) {
  parts[name] ??= import(`./${name}.js${failures ? "?" + failures : ""}`).catch(() => {
    failures++;  // browsers remember the addresses that failed
    parts[name] = complain(t("unanswered"));
  });
  return parts[name];
}

const styles = {}, parts = {};  // name: what resolves
let failures = 0;

/** Shares of a parent that are smaller tell nothing. */
const smallestShare = 0.01;
/** Letters at the end of a name that are shown however narrow the page is. */
const tail = 8;

/** In parts, of which the first ones give way where there is no room: names differ at their end. */
export function fillTitle(element, title, said = 0) {
  const end = Math.max(said, title.length - tail);
  const parts = /^[\w.:-]+$/.test(title) ? [title.slice(0, said), title.slice(said, end), title.slice(end)].filter(Boolean) : [title];
  element.replaceChildren(...(parts.length > 1 ? parts.map((part) => make("span", part)) : parts));
}

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

  /** `place`: its level, whether it is open, its share ([from, size], parts of the parent), and what cuts its bar. */
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
    element.style.setProperty("--level", Math.max(place.level - outermost, 0));
    setIcon(this.mark, state);
    this.showTitle(title, place.said);
    if (isTop) this.title.tabIndex = -1;  // it leads nowhere
    setAttribute(this.title, "href", isTop ? null : linkTo("/progress/" + referenceOf(node)));
    showText(this.state, state === "working" ? "" : t(state));
    this.showTags(node);
    const words = wordsOf(node);
    showText(this.description, title === words.localizedDescription || (words === node && isFigure(node)) ? "" : words.localizedDescription);
    if (!countdown && node.estimatedTimeRemaining !== null) load("countdown").then((module) => (countdown = module) && this.changed());
    const [said, left] = (words === node && countdown?.recounted(node)) || [words.localizedAdditionalDescription, ""];
    showText(this.additional, said);
    showText(this.left, left);
    showText(this.times, timesOf(node));
    const silence = silenceOf(node);
    setAttribute(element, "data-quiet", silence ? "" : null);  // no updates: the bar stands still
    showText(this.silence, this.problem || node.state === "stalled" ? "" : silence);
    showText(this.worth, place.share?.[2] >= smallestShare ? t("share", { p: percent(place.share[2]) }) : "");
    this.showNote(this.problem || noteOf(node));
    this.words.classList.toggle("noted", !!(this.problem || reasonOf(node)));
    setText(this.figure, figureOf(node));
    this.figure.style.setProperty("--letters", this.figure.textContent.length);
    if (this.links || Object.keys(node.urls || {}).length) load("facts").then((facts) => facts?.showLinks(this, node));
    this.showBar(node, place, title);
    this.showButtons(node, title);
    this.showDetail(node, isActive, isTop, left);
  }

  showTitle(title, said = 0) {
    if (this.title.title === title && this.said === said) return;
    this.title.title = title;
    this.said = said;
    fillTitle(this.title, title, said);
  }

  showTags(node) {
    const labels = Object.entries(node.labels).slice(0, 3);
    if (this.tagged === (this.tagged = labels.join("\n"))) return;
    const tags = labels.map(([key, value]) => {
      const tag = make("a", `${key}: ${value}`);
      tag.dataset.label = `${key}:${value}`;
      tag.dir = "auto";
      tag.tabIndex = this.element.tabIndex;
      // A grant opens no list.
      if (node.parentID || !isForOneTree) tag.href = linkTo(node.parentID ? "/progress/" + node.rootID : "/", "label=" + encodeURIComponent(tag.dataset.label));
      return tag;
    });
    if (this.tags.firstChild) load("facts").then((facts) => facts?.refill(this.tags, tags, this.element.tabIndex));
    else this.tags.append(...tags);
  }

  /** Of several lines, the last one, with the others to open. */
  showNote(text) {
    if (text.includes("\n")) load("trace").then((trace) => trace?.showTrace(this, text));
    else showText(this.note, text);
  }

  showBar(node, { share, cut }, title) {
    const spoken = [stateWordOf(node), node.localizedDescription || figureOf(node), node.localizedAdditionalDescription];
    setAttribute(this.bar, "aria-label", title);
    setAttribute(this.bar, "aria-valuenow", node.isIndeterminate ? null : Math.min(Math.max(percentOf(node), 0), 100));
    setAttribute(this.bar, "aria-valuetext", spoken.filter(Boolean).join(", "));
    this.fill.style.setProperty("--fraction", clamped(node.fractionCompleted));
    cut?.(this);
    this.share.hidden = !(share?.[1] >= smallestShare);
    if (this.share.hidden) return;
    this.share.style.setProperty("--from", clamped(share[0]));
    this.share.style.setProperty("--size", clamped(share[1]));
  }

  showButtons(node, title) {
    const call = node.isPaused ? "resume" : "pause";
    this.pause.dataset.call = call;
    setIcon(this.pause, node.isPaused ? "resume" : "paused");
    this.pause.title = t(call);
    this.cancel.title = t("cancel");
    setAttribute(this.pause, "aria-label", `${t(call)}: ${title}`);
    setAttribute(this.cancel, "aria-label", this.armed ? `${t("sure")} ${title}` : `${t("cancel")}: ${title}`);
    setAttribute(this["more-calls"], "aria-label", `${t("menu")}: ${title}`);
    this.offer(this.pause, !hasEnded(node) && node.isPausable);
    this.offer(this.cancel, !hasEnded(node) && node.isCancellable);
  }

  offer(button, isOffered) {
    if (button.hidden === !isOffered) return;
    if (button === this.cancel) this.disarm?.();
    if (!isOffered && button === document.activeElement) this.element.focus({ preventScroll: true });
    button.hidden = !isOffered;
  }

  async showDetail(node, isActive, isTop, left) {
    this.isActive = isActive;
    if (isActive && !this.detail) {
      const [detail, plot] = await Promise.all([load("detail"), load("plot")]);
      if (detail && plot && this.isActive) this.detail ??= new detail.Detail(this.element, plot);
    }
    if (isActive) return this.detail?.show(node, isTop, left);
    this.detail?.element.remove();
    this.detail = null;
  }

  async press(call) {
    (await load("control"))?.press(this, call);
  }
}
