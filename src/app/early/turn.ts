// Imported first: the bundle runs when it is there, but not in front of what the page draws.
export default await window.early?.turn?.();
