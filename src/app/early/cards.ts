import { type Card, countItems, STEP, toCard } from '../../features/items/card';
import { readItems } from '../../features/items/readItems';
import type { Item } from '../../store/api.generated';

/** Inlined at the end of the list's page: draws the first cards when the answer is there. React takes them over. */
const { early } = window;
if (early?.call)
  early.drawn = early.call.response
    .then(async (answer) => {
      const body = answer.ok && (await answer.clone().text());
      const items = !early.isOver && body && readItems(body);
      if (!items || items.length === 0) return;
      draw(items);
      early.items = items;
    })
    // What is wrong with the answer is the bundle's to say.
    .catch(() => {});

/** Puts the first step of the list in the place of the skeleton, as ItemsPage would. */
function draw(items: Item[]) {
  const find = (selector: string) => document.querySelector(selector) as HTMLElement;
  const { content } = find('template') as HTMLTemplateElement;
  const cards = items.slice(0, STEP).map((item, index) => {
    const card = document.importNode(content, true);
    fill(card.firstElementChild as HTMLElement, toCard(item, index));
    return card;
  });
  const list = find('.results ul');
  list.replaceChildren(...cards);
  list.removeAttribute('aria-hidden');
  find('.results').ariaBusy = 'false';
  find('[role=status] span').textContent = countItems(items.length);
}

/** Writes the card's texts where the template names them: `{name}`. */
function fill(element: HTMLElement, card: Card) {
  const write = (text: string) => text.replace(/\{(\w+)\}/, (_, key: keyof Card) => card[key]);
  for (const attribute of element.attributes) attribute.value = write(attribute.value);
  if (element.dataset.style) element.style.cssText = element.dataset.style;
  delete element.dataset.style;
  for (const node of [...element.childNodes]) {
    if (node instanceof HTMLElement) fill(node, card);
    // React expects no node for an empty text.
    else if (node instanceof Text) node.replaceWith(...[write(node.data)].filter(Boolean));
  }
}
