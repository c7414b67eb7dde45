/** An element's tags and texts, one per line. Sorts attributes, because React and Preact set them in different orders. Runs in the page. */
export function outline(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
  const inside = [...element.childNodes].map((node) =>
    node instanceof Element ? outline(node) : node.textContent,
  );
  return [`<${[element.localName, ...attributes].join(' ')}>`, ...inside].join('\n');
}
