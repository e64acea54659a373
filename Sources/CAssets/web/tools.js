import { everything, fitsAddress, isFiltered, states } from "./filter.js";
import { fromTemplate, load, make, number, setText } from "./row.js";
import { locale, t } from "./strings.js";

// Search, and the states and labels that there are, to filter by. Loaded by the list, and by the page of a tree that is
// large enough to be searched.

/** Nodes that are asked for their labels, and labels that are offered. */
const maxAsked = 2000, maxOffered = 200;
/** Words for states whose key is another. */
export const titles = { "": "all", working: "running", quiet: "hushed" };
const $ = (id) => document.getElementById(id);
const labelsOf = (node) => Object.entries(node.labels).map(([key, value]) => `${key}:${value}`);

export class Tools {
  offered = "[]";  // the labels, and what is chosen

  /** `page` has the filter, how to change it (`choose`), and the nodes to find. */
  constructor(page) {
    Object.assign(this, page);
    $("search").value = this.filter.text;
    $("search").placeholder = t("search");
    $("search").oninput = () => this.choose({ text: $("search").value });
    this.hide = $("overview").appendChild(Object.assign(make("button", t("hide")), { id: "hide", type: "button" }));
    this.hide.onclick = () => this.choose({ states: this.filter.states.includes("open") ? [] : ["open"] });
  }

  addLabel = (label) => this.choose({ labels: [...new Set([...this.filter.labels, label])] });

  /** Choices besides words and states: the part of the filter, and one of its texts. */
  chosen = () => ["labels", "names"].flatMap((part) => this.filter[part].map((text) => [part, text])).concat(this.filter.since ? [["since", this.filter.since]] : []);

  /** Whether the words, and all but the states, match; the tiles count these. */
  fits = (node) => {
    if (!fitsAddress(this.filter, node)) return false;
    if (!this.filter.text) return true;
    const words = this.filter.text.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean);
    const said = [node.localizedDescription, node.localizedAdditionalDescription, node.summary?.latest?.localizedDescription];
    const text = [node.name, node.id, ...said, ...labelsOf(node)].join("\n").toLocaleLowerCase(locale);
    return words.every((word) => text.includes(word));
  };

  /** `isNeeded`: there is much to find, or a filter to take back. */
  show(counts, isNeeded) {
    const nodes = this.nodes(), { filter } = this;
    $("find").hidden = $("overview").hidden = !isNeeded || (!nodes.length && !isFiltered(filter));
    if (!isNeeded) return;
    for (const state of ["", ...states]) this.showTile(state, counts[state] || 0);
    this.hide.hidden = !counts.ended && !filter.states.includes("open");
    this.hide.setAttribute("aria-pressed", filter.states.includes("open"));
    const labels = [...new Set(nodes.slice(0, maxAsked).flatMap(labelsOf))].sort().slice(0, maxOffered);
    const offered = JSON.stringify([...labels, ...this.chosen()]);
    $("label").hidden = !labels.length;
    if (this.offered === offered || document.activeElement === $("label")) return;
    this.offered = offered;
    load("labels").then((module) => (module ? module.offer(labels, this) : (this.offered = "")));
  }

  showTile(state, count) {
    const chosen = this.filter.states;
    const isChosen = state ? chosen.includes(state) : !chosen.length;
    let tile = $("overview").querySelector(`[data-state="${state}"]`);
    if (!tile) {
      this.hide.before((tile = fromTemplate("tile")));
      tile.dataset.state = state;
      tile.querySelector("use").setAttribute("href", "#i-" + (state || "all"));
      setText(tile.querySelector("span"), t(titles[state] || state));
      tile.onclick = () => this.choose({ states: this.turned(state) });
    }
    setText(tile.querySelector("b"), number(count));
    tile.hidden = !!state && !count && !isChosen;
    tile.setAttribute("aria-pressed", isChosen);
  }

  /** The chosen states with one more or less; none for all. */
  turned(state) {
    const { states: chosen } = this.filter;
    if (!state || chosen.includes(state)) return chosen.filter((each) => state && each !== state);
    return [...chosen.filter((each) => states.includes(each)), state];
  }

  /** Takes back one that is chosen. */
  drop = ([part, text]) => this.choose({ [part]: part === "since" ? everything.since : this.filter[part].filter((each) => each !== text) });
}
