// The rate of a node over the last two minutes, from the counts that this page has seen.
const slot = 1_000, maxSamples = 120;
const histories = new Map();  // id: [{ at, units }]

const unitsOf = (node) => (node.totalUnitCount > 0 ? node.fractionCompleted * node.totalUnitCount : node.completedUnitCount);

export function record(node) {
  const now = performance.now();
  let samples = histories.get(node.id);
  if (!samples) histories.set(node.id, (samples = []));
  const last = samples.at(-1);
  const units = unitsOf(node);
  if (last && now - last.at < slot && samples.length > 1) last.units = units;
  else if (last?.units !== units) samples.push({ at: now, units });
  if (samples.length > maxSamples) samples.shift();
}

export const forget = (id) => histories.delete(id);

/** Units a second in each slot, the newest last. */
function rates(id) {
  const values = new Array(maxSamples).fill(0);
  const now = performance.now();
  const samples = histories.get(id) || [];
  for (let i = 1; i < samples.length; i++) {
    const [from, to] = [samples[i - 1], samples[i]];
    const rate = Math.max(0, (1000 * (to.units - from.units)) / Math.max(to.at - from.at, slot));
    const end = maxSamples - (now - to.at) / slot, start = Math.min(maxSamples - (now - from.at) / slot, end - 1);
    for (let s = Math.max(0, Math.ceil(start)); s < end; s++) values[s] = rate;
  }
  return values;
}

/** Draws the rates. Gives the mean of the last ten seconds and the peak, or null without any. */
export function draw(svg, id) {
  const values = rates(id);
  const peak = Math.max(...values);
  const [area, line] = svg.querySelectorAll("path");
  const points = values.map((value, i) => `${((240 * i) / (maxSamples - 1)).toFixed(1)},${(54 - (peak && (38 * value) / peak)).toFixed(1)}`);
  line.setAttribute("d", "M" + points.join("L"));
  area.setAttribute("d", `M0,56L${points.join("L")}L240,56z`);
  return peak > 0 ? { mean: values.slice(-10).reduce((sum, value) => sum + value, 0) / 10, peak } : null;
}
