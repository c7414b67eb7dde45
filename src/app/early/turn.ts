// Imported first: cards that the page has drawn by now are painted before the bundle runs. Out of sight, there are no frames.
const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
export default window.early?.items && !document.hidden && (await frame());
