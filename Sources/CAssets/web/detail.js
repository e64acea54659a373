import { countdown, referenceOf, fromTemplate, load, make, percent, setAttribute, setText } from "./row.js";
import { base, linkTo, locale, t } from "./strings.js";
import { hasEnded, roughly, unit } from "./times.js";

const { format: moment } = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" });

const { format: decimal } = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });

function byteRate(value) {
  const step = Math.min(3, Math.max(0, Math.floor(Math.log10(value || 1) / 3)));
  return unit(value / 1000 ** step, ["byte", "kilobyte", "megabyte", "gigabyte"][step] + "-per-second");
}

/** In bytes, in units where they pass quickly enough to read, else in parts of the whole. */
function rate(node, value) {
  if (node.kind === "file") return byteRate(value);
  if (value >= 0.1 || !(node.totalUnitCount > 0)) return t("perSecond", { n: decimal(value) });
  return t("perMinute", { p: percent((60 * value) / node.totalUnitCount) });
}

/** How fast: the bytes of everything below, where there are any. */
const speedOf = (node, value) =>
  node.summary?.totalByteCount > 0 && node.summary.throughput ? byteRate(node.summary.throughput) : rate(node, value);

/** Details of an open row: the rate of the last two minutes, facts, the last runs of its name. */
export class Detail {
  element = fromTemplate("detail");

  constructor(row, { draw }) {
    this.draw = draw;
    [this.plot, this.caption, this.list, this.link] = this.element.querySelectorAll(".plot, figcaption, dl, a");
    this.link.tabIndex = row.tabIndex;
    row.append(this.element);
  }

  /** `told`: the time left, if the row says it. */
  show(node, isTop, told) {
    const seen = this.draw(this.plot, node.id);
    const speed = node.throughput ?? (hasEnded(node) || node.isPaused ? null : seen?.mean || null);
    const left = told ? null : countdown?.leftOf(node);
    this.plot.parentNode.hidden = !seen;
    setText(this.caption, seen ? "↑ " + rate(node, seen.peak) : "");
    this.fact("rate", speed === null ? "" : speedOf(node, speed));
    this.fact("left", left == null ? "" : roughly(left));
    this.fact("started", moment(new Date(node.startedAt || node.createdAt)));
    const target = isTop ? node.rootID : referenceOf(node);
    setText(this.link, base + "/progress/" + target);
    setAttribute(this.link, "href", linkTo("/progress/" + target));
    this.link.hidden = isTop && !node.parentID;
    if (this.values || Object.keys(node.userInfo || {}).length) load("facts").then((facts) => facts?.showValues(this, node));
    if (node.name && !node.parentID && (node.run > 1 || hasEnded(node))) load("runs").then((runs) => runs?.showRuns(this, node));
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
}
