import { ageOf, leftAfter, recount } from "./left.js";
import { locale, t } from "./strings.js";
import { now, silenceOf } from "./times.js";

// The time left of what the page shows, between writes. Loaded with the first.

/** Seconds; null where no time is told, and in a silence, when it may be wrong. */
export const leftOf = (node) => (silenceOf(node) ? null : leftAfter(ageOf(node, node.came, now() - performance.now()), node));

/** The additional description without its time, and that time as it is now; undefined where it tells none. */
export const recounted = (node) =>
  node.estimatedTimeRemaining === null ? undefined : recount(node, leftOf(node), locale, t("toGo", { t: "{t}" }));
