/** What an element shows, each tag and text on a line, so that a difference is seen. The order of attributes does not count: React writes the `src` of a picture last. Runs in the page, so it needs nothing from outside. */
export function outline(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
  const inside = [...element.childNodes].map((node) =>
    node instanceof Element ? outline(node) : node.textContent,
  );
  return [`<${[element.localName, ...attributes].join(' ')}>`, ...inside].join('\n');
}
