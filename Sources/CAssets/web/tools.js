import { labelsIn, states, withLabels } from "./filter.js";
import { fromTemplate, number, setText } from "./row.js";
import { locale, t } from "./strings.js";

// Search, and the states and labels that there are, to filter by. Loaded by the list, and by the page of a tree that is
// large enough to be searched.

/** Nodes that are asked for their labels, and labels that are offered. */
const maxAsked = 2000, maxOffered = 200;
const $ = (id) => document.getElementById(id);
const labelsOf = (node) => Object.entries(node.labels).map(([key, value]) => `${key}:${value}`);

export class Tools {
  offered = "";  // the labels

  /** `page` has the filter, how to change it (`choose`), and the nodes to find. */
  constructor(page) {
    Object.assign(this, page);
    $("search").value = this.filter.text;
    $("search").placeholder = t("search");
    $("search").oninput = () => this.choose({ text: $("search").value });
  }

  chosen = () => labelsIn(this.filter);
  addLabel = (label) => this.choose(withLabels([...this.chosen(), label]));

  /** Whether text and labels match; the tiles count these. */
  fits = (node) => {
    const { label, text } = this.filter;
    if (!label && !text) return true;
    const labels = labelsOf(node);
    if (!this.chosen().every((each) => labels.includes(each))) return false;
    const texts = [node.name, node.id, node.localizedDescription, node.localizedAdditionalDescription, ...labels];
    return texts.join("\n").toLocaleLowerCase(locale).includes(text.trim().toLocaleLowerCase(locale));
  };

  show(counts) {
    const nodes = this.nodes();
    $("find").hidden = $("overview").hidden = !nodes.length;
    for (const state of ["", ...states]) this.showTile(state, counts[state] || 0);
    const labels = [...new Set(nodes.slice(0, maxAsked).flatMap(labelsOf))].sort().slice(0, maxOffered);
    const offered = `${labels}${this.filter.label}`;
    $("label").hidden = !labels.length;
    if (this.offered === offered || document.activeElement === $("label")) return;
    this.offered = offered;
    import("./labels.js").then(({ offer }) => offer(labels, this));
  }

  showTile(state, count) {
    const { filter } = this;
    let tile = $("overview").querySelector(`[data-state="${state}"]`);
    if (!tile) {
      $("overview").append((tile = fromTemplate("tile")));
      tile.dataset.state = state;
      tile.querySelector("use").setAttribute("href", "#i-" + (state || "all"));
      setText(tile.querySelector("span"), t(state === "working" ? "running" : state || "all"));
      tile.onclick = () => this.choose({ state: state === filter.state ? "" : state });
    }
    setText(tile.querySelector("b"), number(count));
    tile.hidden = !count && filter.state !== state;
    tile.setAttribute("aria-pressed", filter.state === state);
  }
}
