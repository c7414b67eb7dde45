// Imported first: what the page shows by now is painted before the bundle runs.
export default !document.hidden && (await new Promise((go) => requestAnimationFrame(() => setTimeout(go))));
