import { withLabels } from "./filter.js";
import { make } from "./row.js";
import { t } from "./strings.js";

// The labels that there are, to filter by, and those that are chosen. Loaded with the first label.

const spoken = (label) => label.replace(":", ": ");
const $ = (id) => document.getElementById(id);

export function offer(labels, tools) {
  $("label").replaceChildren(new Option(t("label"), ""), ...labels.map((label) => new Option(spoken(label), label)));
  $("label").onchange = () => {
    tools.addLabel($("label").value);
    $("label").value = "";
  };
  $("chosen").replaceChildren(...tools.chosen().map((label) => {
    const button = make("button", spoken(label) + " ×");
    button.onclick = () => tools.choose(withLabels(tools.chosen().filter((each) => each !== label)));
    return button;
  }));
}
