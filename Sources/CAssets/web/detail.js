import { draw } from "./plot.js";
import { fromTemplate, make, rate, setAttribute, setText, speedOf } from "./row.js";
import { readRuns, runsStrip } from "./runs.js";
import { linkTo, locale, t } from "./strings.js";
import { hasEnded, time } from "./times.js";

const { format: moment } = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" });

/** What an open row says more: the rate of the last two minutes, facts, the last runs of its name. */
export class Detail {
  element = fromTemplate("detail");

  constructor(row) {
    [this.plot, this.caption, this.list, this.link] = this.element.querySelectorAll(".plot, figcaption, dl, a");
    row.append(this.element);
  }

  show(node, isTop) {
    const seen = draw(this.plot, node.id);
    const isWorking = !hasEnded(node) && !node.isPaused;
    const speed = node.throughput ?? (isWorking && seen?.mean ? seen.mean : null);
    // The description says the time left already, with a dash before it.
    const left = isWorking && !node.localizedAdditionalDescription.includes("—") ? node.estimatedTimeRemaining : null;
    this.plot.parentNode.hidden = hasEnded(node) && !seen;
    setText(this.caption, seen ? "↑ " + rate(node, seen.peak) : "");
    this.fact("rate", speed === null ? "" : speedOf(node, speed));
    this.fact("left", left === null ? "" : time(left));
    this.fact("started", moment(new Date(node.startedAt || node.createdAt)));
    const target = isTop ? node.rootID : node.name || node.id;
    setText(this.link, "/progress/" + target);
    setAttribute(this.link, "href", linkTo("/progress/" + target));
    this.link.hidden = isTop && !node.parentID;
    if (node.run > 1 && !node.parentID) this.showRuns(node);
  }

  fact(key, text) {
    let fact = this.list.querySelector("." + key);
    if (!fact) {
      fact = this.list.appendChild(make("div", "", key));
      fact.append(make("dt", t(key)), make("dd", ""));
    }
    fact.hidden = !text;
    setText(fact.lastChild, text);
  }

  /** Asks again when a run ends. */
  async showRuns(node) {
    const moment = node.id + node.state;
    if (this.asked === moment) return;
    this.asked = moment;
    const runs = await readRuns(node.name);
    this.runs?.remove();
    this.runs = null;
    if (runs?.items.length > 1) this.element.append((this.runs = runsStrip(runs, node)));
  }
}
