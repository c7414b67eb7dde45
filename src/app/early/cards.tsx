import { countItems, STEP } from '../../features/items/card';
import { ItemCard } from '../../features/items/ItemCard';
import { readItems } from '../../features/items/readItems';
import type { Item } from '../../store/api.generated';
import { draw } from './standIn';

/** Inlined at the end of the list's page: draws the first cards when the answer is there. React takes them over. */
const { early } = window;
if (early?.call)
  early.drawn = early.call.response
    .then(async (answer) => {
      const body = answer.ok && (await answer.clone().text());
      const items = !early.isOver && body && readItems(body);
      if (!items || items.length === 0) return;
      show(items);
      early.items = items;
    })
    // What is wrong with the answer is the bundle's to say.
    .catch(() => {});

/** Puts the first step of the list in the place of the skeleton, as ItemsPage would. */
function show(items: Item[]) {
  const find = (selector: string) => document.querySelector(selector) as HTMLElement;
  const cards = document.createDocumentFragment();
  for (const [index, item] of items.slice(0, STEP).entries())
    draw(<ItemCard item={item} index={index} onAdd={async () => {}} />, cards);
  const list = find('.results ul');
  list.replaceChildren(cards);
  list.removeAttribute('aria-hidden');
  find('.results').ariaBusy = 'false';
  find('[role=status] span').textContent = countItems(items.length);
}
