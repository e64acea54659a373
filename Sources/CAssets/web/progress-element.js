// <progress-view src="https://…/v1/progress/backup" controls label="Backup"></progress-view>
//
// A live bar of one progress, in the language of the page around it. `controls` adds buttons; `label` is what a screen
// reader calls it. Parts: base, description, additional, bar, fill, buttons, button; bar and fill carry the state too.
// It fires `progress-change` (detail: the node, or null) and, before it sends one, `progress-control` (preventable).

const words = Object.fromEntries(`
en Pause|Resume|Cancel
de Anhalten|Fortsetzen|Abbrechen
fr Mettre en pause|Reprendre|Annuler
es Pausar|Reanudar|Cancelar
it Metti in pausa|Riprendi|Annulla
pt Pausar|Retomar|Cancelar
nl Pauzeren|Hervatten|Annuleren
pl Wstrzymaj|Wznów|Anuluj
cs Pozastavit|Pokračovat|Zrušit
ru Приостановить|Продолжить|Отменить
uk Призупинити|Продовжити|Скасувати
tr Duraklat|Sürdür|İptal et
ar إيقاف مؤقت|متابعة|إلغاء
he השהיה|המשך|ביטול
hi रोकें|फिर शुरू करें|रद्द करें
ja 一時停止|再開|キャンセル
ko 일시 정지|계속|취소
zh-Hans 暂停|继续|取消
zh-Hant 暫停|繼續|取消`.trim().split("\n").map((line) => [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1).split("|")]));

function wordsFor(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return words[language] || words[`${language}-${script}`] || words.en;
  } catch {
    return words.en;
  }
}

const style = new CSSStyleSheet();  // the policy of the page may forbid a <style>
style.replaceSync(`
:host { display: block; font-variant-numeric: tabular-nums; }
:host([hidden]), [hidden] { display: none !important; }
.base { display: grid; grid-template: "description buttons" "bar bar" "additional additional" / minmax(0, 1fr) auto; gap: .25em 1em; align-items: center; }
.description { grid-area: description; overflow-wrap: anywhere; }
.additional { grid-area: additional; font-size: .875em; overflow-wrap: anywhere; }
.bar { grid-area: bar; block-size: var(--progress-height, .5em); border-radius: var(--progress-radius, 1em); background: var(--progress-track, color-mix(in srgb, currentColor 15%, transparent)); overflow: hidden; }
.fill { block-size: 100%; inline-size: 0; border-radius: inherit; background: var(--progress-color, #2456d6); transition: inline-size .2s linear; }
[part~=failed].fill { background: var(--progress-failed-color, #c2241c); }
[part~=paused].fill, [part~=stalled].fill, [part~=cancelled].fill, .unknown { opacity: .5; }
.unknown { inline-size: 100%; }
.buttons { grid-area: buttons; display: flex; gap: .5em; }
.news { position: absolute; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: reduce) { .fill { transition: none; } }
@media (forced-colors: active) { .bar { outline: 1px solid; } .fill { background: Highlight; forced-color-adjust: none; } }`);

class ProgressView extends HTMLElement {
  static observedAttributes = ["src", "controls", "label", "lang"];
  #parts = {};
  #source = null;
  #timer = 0;
  #node = null;
  #spoken = "";

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style];
    const make = (parent, name, tag = "div") => {
      const element = (this.#parts[name] = parent.appendChild(document.createElement(tag)));
      element.className = name;
      element.setAttribute("part", name);
      return element;
    };
    const base = make(root, "base");
    make(base, "description").dir = "auto";
    const bar = make(base, "bar");
    bar.role = "progressbar";
    bar.ariaValueMin = "0";
    bar.ariaValueMax = "100";
    make(bar, "fill");
    make(base, "additional").dir = "auto";
    const buttons = make(base, "buttons");
    for (const name of ["pause", "cancel"]) {
      const button = make(buttons, name, "button");
      button.type = "button";
      button.setAttribute("part", "button " + name);
      button.onclick = () => this.#control(button.value);
    }
    make(base, "news").role = "status";
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

  #url(end) {
    const url = new URL(this.getAttribute("src"), document.baseURI);
    url.pathname = url.pathname.replace(/\/$/, "") + end;
    url.searchParams.set("locale", this.#language);
    return url;
  }

  #disconnect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #connect() {
    this.#disconnect();
    this.#spoken = "";
    this.#take(null);
    if (this.getAttribute("src")) this.#open();
  }

  #open() {
    const source = (this.#source = new EventSource(this.#url("/events")));
    for (const type of ["snapshot", "progress", "state"]) {
      source.addEventListener(type, (event) => this.#take({ ...this.#node, ...JSON.parse(event.data) }));
    }
    source.addEventListener("removed", () => this.#take(null));
    source.addEventListener("reset", () => this.#take(null));
    const later = () => (this.#timer = setTimeout(() => this.#open(), 5000 + 2000 * Math.random()));
    source.addEventListener("end", () => {
      source.close();
      if (!this.#node) later();  // removed: perhaps it comes anew
    });
    source.onerror = () => source.readyState === EventSource.CLOSED && later();  // refused
  }

  #take(node) {
    this.#node = node;
    this.#show();
    this.dispatchEvent(new CustomEvent("progress-change", { detail: node }));
  }

  #show() {
    const { base, description, additional, bar, fill, buttons, pause, cancel } = this.#parts;
    const node = this.#node;
    base.hidden = !node;
    if (!node) return;
    const percent = Math.floor(100 * Math.min(Math.max(node.fractionCompleted, 0), 1) + 1e-9);
    const known = !node.isIndeterminate;
    const text = node.failure?.message || node.localizedDescription || node.name || "";
    description.textContent = text;
    additional.textContent = node.localizedAdditionalDescription;
    bar.ariaLabel = this.getAttribute("label") || node.name || text || "Progress";
    bar.ariaValueNow = known ? percent : null;
    bar.ariaValueText = [text, node.localizedAdditionalDescription].filter(Boolean).join(", ") || null;
    fill.style.inlineSize = known ? percent + "%" : "";
    fill.classList.toggle("unknown", !known);
    for (const name of ["bar", "fill"]) this.#parts[name].setAttribute("part", `${name} ${node.state}`);

    const [pauseWord, resumeWord, cancelWord] = wordsFor(this.#language);
    const isOpen = !node.failure && !node.isCancelled && !node.isFinished && this.hasAttribute("controls");
    pause.value = node.isPaused ? "resume" : "pause";
    pause.textContent = node.isPaused ? resumeWord : pauseWord;
    cancel.value = "cancel";
    cancel.textContent = cancelWord;
    pause.hidden = !node.isPausable;
    cancel.hidden = !node.isCancellable;
    buttons.hidden = !isOpen;
    this.#speak(node, percent);
  }

  /** At changes of state and every quarter; not at first sight. */
  #speak(node, percent) {
    const moment = `${node.state} ${Math.floor(percent / 25)}`;
    if (this.#spoken === moment) return;
    if (this.#spoken) this.#parts.news.textContent = this.#parts.bar.ariaValueText || node.state;
    this.#spoken = moment;
  }

  async #control(call) {
    if (!this.dispatchEvent(new CustomEvent("progress-control", { detail: call, cancelable: true }))) return;
    await fetch(this.#url("/" + call), { method: "POST" }).catch(() => {});  // the stream tells
  }
}

customElements.define("progress-view", ProgressView);
