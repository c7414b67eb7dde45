// A script of its own in the list's page, bundled with Preact: renders the first cards while the bundle is loading.
import { createRoot } from 'react-dom/client';
import { ItemCard } from '../../features/items/ItemCard';
import { countItems, FIRST_CARDS } from '../../features/items/itemList';
import { parseItems } from '../../features/items/parseItems';

// If anything goes wrong here, React renders the cards.
window.prefetched?.response.then(renderFirstCards).catch(() => {});

async function renderFirstCards(response: Response) {
  const items = response.ok ? parseItems(await response.clone().text()) : undefined;
  const results = document.querySelector('.results');
  const list = results?.querySelector('ul');
  const status = document.querySelector('[role=status] span');
  if (!items?.length || !results || !list || !status || !window.early || window.early.isBundleRunning) return;
  const cards = items
    .slice(0, FIRST_CARDS)
    .map((item, index) => <ItemCard key={item._id} item={item} index={index} onAdd={async () => {}} />);
  const container = document.createElement('ul');
  createRoot(container).render(cards);
  removeEmptyTexts(container);
  // A copy, without Preact's event listeners.
  list.replaceChildren(...container.cloneNode(true).childNodes);
  list.removeAttribute('aria-hidden');
  results.ariaBusy = 'false';
  status.textContent = countItems(items.length);
  window.early.items = items;
}

/** Preact renders an empty text as a text node, React does not. Other texts stay apart, as React expects them. */
function removeEmptyTexts(container: Element) {
  const texts = document.createNodeIterator(container, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.nodeValue) (text as Text).remove();
  }
}
