import { watch } from "./watch.js";

// <progress-view src="https://…/v1/progress/backup" controls label="Backup">Shown while there is nothing</progress-view>
//
// A live bar of one progress, in the language of the page around it; by a name it goes from run to run. `controls` adds
// buttons; cancel asks first, unless `confirm="off"`. Parts and events: docs/pages.md.

const languages = "en de fr es it pt-BR nl pl cs ru uk tr ar he hi ja ko zh-Hans zh-Hant".split(" ");
/** Milliseconds: until cancel lets go; a double click; until the placeholder is shown where nothing comes. */
const patience = 4000, doubleClick = 400, placeholderDelay = 3000;
/** Milliseconds without news after which a stripe stops, and that a refusal is shown. */
const silence = 30_000, sorrow = 8000;

/** The line of a failure that says what went wrong: of a traceback the last one. */
const gist = (text = "") => text.split("\n").filter((line) => /^\S/.test(line)).at(-1) ?? text;

function languageOf(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return languages.find((each) => [language, `${language}-${script}`].includes(each) || each.startsWith(language + "-B")) || "en";
  } catch {
    return "en";
  }
}

const loaded = new Map();  // by file
const load = (file, then) => import(new URL(file, import.meta.url)).then((module) => then(loaded.set(file, module)), () => {});

const colors = {
  running: "#2456d6,#7aa5ff", finished: "#1b7a4b,#4fbf87", failed: "#c2241c,#ff7d72", stalled: "#9a5600,#f0b04a",
  paused: "#6b4fb3,#b9a6f7", cancelled: "#6a707a,#8f97a2",
};
const rules = (colorOf) => Object.keys(colors).map((state) => {
  const own = state === "running" ? "--progress-color" : `--progress-${state}-color`;
  const selector = state === "running" ? ".base" : `[data-state=${state}]`;
  const also = state === "failed" ? `.base { --failure: var(${own}, ${colorOf(colors[state])}); }` : "";
  return `${selector} { --state: var(${own}, ${colorOf(colors[state])}); } ${also}`;
}).join("\n");

const style = new CSSStyleSheet();  // a page's policy may forbid <style>
style.replaceSync(`
:host { display: block; font-variant-numeric: tabular-nums; }
:host([hidden]), [hidden] { display: none !important; }
${rules((pair) => pair.split(",")[0])}
@supports (color: light-dark(red, red)) { ${rules((pair) => `light-dark(${pair})`)} }
.head, .texts { display: flex; flex-wrap: wrap; gap: .25em .75em; align-items: baseline; overflow-wrap: anywhere; }
.label { font-weight: 600; }
.state { color: var(--state); font-size: .875em; }
.texts { font-size: .875em; }
.texts > :empty { display: none; }
.bar { margin-block: .375em; block-size: var(--progress-height, .5em); border-radius: var(--progress-radius, 1em); background: var(--progress-track, color-mix(in srgb, currentColor 15%, transparent)); overflow: hidden; }
.fill { block-size: 100%; inline-size: 0; border-radius: inherit; background: var(--state); }
.unknown { inline-size: 100%; opacity: .55; background: repeating-linear-gradient(-45deg, var(--state) 0 .25em, transparent .25em .5em); }
@media (prefers-reduced-motion: no-preference) {
  .fill { transition: inline-size .2s linear; }
  [data-state=indeterminate]:not(.quiet) .unknown { inline-size: 30%; opacity: 1; background: var(--state); animation: wander 2s ease-in-out infinite alternate; }
}
@keyframes wander { to { margin-inline-start: 70%; } }
.lost .fill { filter: saturate(.4); animation-play-state: paused; }
.failures, .note { color: var(--failure); font-size: .875em; }
.buttons { display: flex; gap: .5em; margin-inline-start: auto; }
.button { font: inherit; font-size: .875em; color: inherit; background: none; border: 1px solid color-mix(in srgb, currentColor 50%, transparent); border-radius: .4em; padding: .2em .7em; white-space: nowrap; cursor: pointer; }
.armed { font-weight: 600; color: #fff; border-color: #c2241c; background: #c2241c; }
.news { position: absolute; clip-path: inset(50%); white-space: nowrap; }
@media (forced-colors: active) { .bar { outline: 1px solid; } .fill { --state: Highlight; forced-color-adjust: none; } }`);

class ProgressView extends HTMLElement {
  static observedAttributes = ["src", "controls", "label", "lang", "confirm"];
  #parts = {};
  #leave = () => {};
  #timer = 0;
  #hush = 0;
  #sorrow = 0;
  #node = null;
  #stale = "";
  #came;
  #isNothing = false;
  #spoken = "";
  #armed = 0;
  #disarming = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style];
    const make = (parent, name, tag = "div", part = name) => {
      const element = (this.#parts[name] = parent.appendChild(document.createElement(tag)));
      element.className = name;
      if (part) element.setAttribute("part", part);
      return element;
    };
    const base = make(root, "base");
    const head = make(base, "head", "div", "");
    make(head, "label", "bdi");
    make(head, "state", "span");
    make(head, "failures", "span");
    const buttons = make(head, "buttons");
    buttons.role = "group";
    for (const name of ["pause", "cancel"]) {
      const button = make(buttons, name, "button", "button " + name);
      button.type = "button";
      button.classList.add("button");
      button.onclick = () => this.#press(button.value);
    }
    const bar = make(base, "bar");
    bar.role = "progressbar";
    bar.tabIndex = -1;
    bar.ariaValueMin = "0";
    bar.ariaValueMax = "100";
    make(bar, "fill");
    const texts = make(base, "texts", "div", "");
    make(texts, "description", "bdi");
    make(texts, "additional", "bdi");
    make(base, "note").role = "alert";
    make(base, "news", "div", "").role = "status";
    make(make(root, "slot", "slot", ""), "none", "span");
  }

  /** The newest snapshot, or null. */
  get value() {
    return this.#node;
  }

  connectedCallback() {
    this.#connect();
  }

  disconnectedCallback() {
    this.#disconnect();
  }

  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    if (name === "src" || name === "lang") this.#connect();
    else this.#show();
  }

  get #language() {
    return this.closest("[lang]")?.lang || navigator.language;
  }

  get #tag() {
    return languageOf(this.#language);
  }

  #t(key) {
    return loaded.get(`lang/${this.#tag}.js`)?.default[key] ?? "";
  }

  #url(end) {
    const url = new URL(this.getAttribute("src"), document.baseURI);
    url.pathname = url.pathname.replace(/\/$/, "") + end;
    url.searchParams.set("locale", this.#language);
    return url;
  }

  #disconnect() {
    clearTimeout(this.#timer);
    clearTimeout(this.#hush);
    this.#leave();
  }

  #connect() {
    this.#disconnect();
    this.#spoken = this.#stale = "";
    this.#isNothing = !this.getAttribute("src");
    this.#take(null);
    load(`lang/${this.#tag}.js`, () => this.#show());
    if (this.#isNothing) return;
    this.#timer = setTimeout(() => this.#settle(), placeholderDelay);
    this.#leave = watch(this.#url(""), this.#language, (node, error) => this.#give(node, error), (...told) => this.#link(...told));
  }

  #give(node, error) {
    clearTimeout(this.#timer);
    if (node || this.#node) this.#take(node);
    if (!node) this.#settle();
    if (error) this.dispatchEvent(new CustomEvent("progress-error", { detail: error }));
  }

  /** `since`: when the service last said something, in milliseconds. */
  #link(isLive, error, since) {
    this.#parts.base.classList.toggle("lost", !isLive);
    this.#stale = isLive || !since ? "" : new Date(since).toLocaleTimeString(this.#tag, { timeStyle: "short" });
    this.#show();
    if (!error) return;
    this.#give(error.status ? null : this.#node, error);  // an answer, and not this progress; or none
    this.#settle();
  }

  #settle() {
    this.#isNothing = true;
    this.#show();
  }

  #take(node) {
    // The first snapshot may be old; a later one is news.
    const age = node && node.id !== this.#node?.id ? Math.max(0, Date.now() - Date.parse(node.updatedAt)) : 0;
    this.#node = node;
    this.#came = performance.now();
    this.#parts.base.classList.remove("quiet");
    clearTimeout(this.#hush);
    this.#hush = setTimeout(() => this.#parts.base.classList.add("quiet"), Math.max(0, silence - age));
    if (node?.estimatedTimeRemaining != null && !loaded.has("left.js")) load("left.js", () => this.#show());
    this.#show();
    this.dispatchEvent(new CustomEvent("progress-change", { detail: node }));
  }

  #show() {
    const { base, label, state, failures, buttons, description, additional, bar, fill, none, slot } = this.#parts;
    const node = this.#node;
    base.hidden = !node;
    slot.hidden = !!node || !this.#isNothing;
    none.textContent = [this.getAttribute("label"), this.#t("noData")].filter(Boolean).join(" · ");
    if (!node) return;
    const percent = Math.floor(100 * Math.min(Math.max(node.fractionCompleted, 0), 1) + 1e-9);
    const known = !node.isIndeterminate;
    const text = gist(node.failure?.message) || node.localizedDescription || "";
    const name = this.getAttribute("label") || node.name || text;
    base.dataset.state = node.state;
    label.textContent = name;
    state.textContent = this.#t(node.state);
    const hasEnded = !!node.failure || node.isCancelled || node.isFinished;
    const failed = hasEnded ? 0 : node.summary?.nodeCounts?.failed;
    failures.textContent = failed ? this.#t("countFailed").replace("{n}", failed) : "";
    description.textContent = text === name ? "" : text;
    additional.textContent = node.localizedAdditionalDescription;
    loaded.get("left.js")?.draw(additional, node, this.#came, this.#tag, this.#stale ? "" : this.#t("toGo"));
    if (this.#stale && !hasEnded) additional.textContent = this.#t("stale").replace("{t}", this.#stale);
    bar.ariaLabel = name || "Progress";
    bar.ariaValueNow = known ? percent : null;
    buttons.ariaLabel = name;
    bar.ariaValueText = [state.textContent, text || node.name, node.localizedAdditionalDescription].filter(Boolean).join(", ");
    fill.style.inlineSize = known ? percent + "%" : "";
    fill.classList.toggle("unknown", !known);
    for (const part of ["bar", "fill", "state"]) this.#parts[part].setAttribute("part", `${part} ${node.state}`);
    this.#showButtons(node);
    this.#speak(node, percent);
  }

  #showButtons(node) {
    const { buttons, pause, cancel } = this.#parts;
    buttons.hidden = !!node.failure || node.isCancelled || node.isFinished || !this.hasAttribute("controls");
    pause.value = node.isPaused ? "resume" : "pause";
    pause.textContent = this.#t(pause.value);
    pause.hidden = !node.isPausable;
    cancel.value = "cancel";
    cancel.textContent = this.#t(this.#armed ? "sure" : "cancel");
    cancel.classList.toggle("armed", !!this.#armed);
    cancel.hidden = !node.isCancellable;
    if (this.shadowRoot.activeElement?.checkVisibility() === false) this.#parts.bar.focus();
  }

  /** At changes of state and every quarter; not at first sight. */
  #speak(node, percent) {
    const moment = `${node.state} ${Math.floor(percent / 25)}`;
    if (this.#spoken === moment) return;
    if (this.#spoken) this.#parts.news.textContent = this.#parts.bar.ariaValueText;
    this.#spoken = moment;
  }

  /** Cancel is final, so it is asked for twice. */
  #press(call) {
    if (call !== "cancel" || this.getAttribute("confirm") === "off") return this.#control(call);
    const since = performance.now() - this.#armed;
    if (this.#armed && since < doubleClick) return;
    this.#arm(this.#armed ? 0 : performance.now());
    if (!this.#armed) this.#control(call);
  }

  #arm(moment) {
    clearTimeout(this.#disarming);
    this.#armed = moment;
    if (moment) this.#disarming = setTimeout(() => this.#arm(0), patience);
    this.#show();
  }

  async #control(call) {
    if (!this.dispatchEvent(new CustomEvent("progress-control", { detail: call, cancelable: true }))) return;
    const reply = await fetch(this.#url("/" + call), { method: "POST" }).catch(() => null);  // the stream tells the rest
    this.#regret(reply?.ok ? "" : (await reply?.json().catch(() => null))?.detail || reply?.statusText || this.#t("unanswered"));
    if (!reply?.ok) this.dispatchEvent(new CustomEvent("progress-error", { detail: { status: reply?.status || 0, message: call } }));
  }

  /** Shows for a while why a button did nothing. */
  #regret(text) {
    clearTimeout(this.#sorrow);
    this.#parts.note.textContent = text;
    if (text) this.#sorrow = setTimeout(() => this.#regret(""), sorrow);
  }
}

customElements.define("progress-view", ProgressView);
