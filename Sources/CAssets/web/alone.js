// For browsers without shared workers: the tabs take turns, or each polls.

/** Connects a page to a hub in some tab. `use` gets how to speak to it, `want` gives what the page wants. */
export async function share({ receive, use, want }) {
  if (navigator.locks && window.BroadcastChannel) return (await import("./turns.js")).holdInTurn(receive, use, want);
  const { Hub } = await import("./hub.js");
  const hub = new Hub({ polls: true });
  use((next) => hub.receive("page", receive, next));
}
