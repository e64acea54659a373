import { copy } from "./menu.js";
import { make, setText } from "./row.js";
import { base, t } from "./strings.js";

// Shown while there is nothing to show: a command that makes a progress. Loaded only then.

/** Fills the section. */
export function fillEmpty(section) {
  const line = make("pre", `curl ${location.origin}${base}/v1/progress \\\n  -d name=hello -d totalUnitCount=8 -d completedUnitCount=2`);
  line.tabIndex = 0;
  line.dir = "ltr";
  line.setAttribute("aria-label", t("paste"));
  const button = make("button", t("copy"));
  Object.assign(button, { id: "copy", type: "button" });
  button.onclick = async () => {
    await copy(line.textContent);
    setText(button, t("copied"));
  };
  const box = make("div", "", "paste");
  box.append(line, button);
  section.append(make("h2", t("empty")), make("p", t("paste")), box);
}
