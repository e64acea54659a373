import { make } from "./row.js";
import { locale, t } from "./strings.js";

// The labels that there are, to filter by, and what is chosen. Loaded with the first of them.

const spoken = (label) => label.replace(":", ": ").replace(/^!/, "≠ ");
const { format: moment } = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const words = {
  labels: spoken,
  names: (name) => `${t("name")}: ${name}`,
  since: (date) => `${t("started")} ≥ ${moment(new Date(date))}`,
};
const $ = (id) => document.getElementById(id);

export function offer(labels, tools) {
  $("label").replaceChildren(new Option(t("label"), ""), ...labels.map((label) => new Option(spoken(label), label)));
  $("label").onchange = () => {
    tools.addLabel($("label").value);
    $("label").value = "";
  };
  const at = [...$("chosen").children].indexOf(document.activeElement);
  $("chosen").replaceChildren(...tools.chosen().map((each) => {
    const [part, text] = each;
    const button = make("button", words[part](text) + " ×");
    button.onclick = () => tools.drop(each);
    return button;
  }));
  if (at >= 0) ($("chosen").children[at] ?? $("chosen").lastChild ?? $("search")).focus();
}
