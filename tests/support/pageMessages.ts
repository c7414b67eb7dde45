/** Calls `report` with the text of each message in the page. Self-contained: browsers get its source. Returns how to stop. */
export function observePageMessages(report: (text: string) => void) {
  let last: Element | null = null;
  function look() {
    const message = document.querySelector('#message p');
    if (message && message !== last) report(message.textContent);
    last = message;
  }
  look();
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  return () => observer.disconnect();
}
