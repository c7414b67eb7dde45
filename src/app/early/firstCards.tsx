// Separate script of the items page: renders the first cards while the bundle is loading. The build replaces React with Preact.
import { createRoot } from 'react-dom/client';
import { FIRST_CARDS, heightOf } from '../../features/items/batches';
import { renderCards } from '../../features/items/ItemCard';
import { parseItems } from '../../features/items/parseItems';
import { formatItemCount } from '../../features/ui/formatItemCount';
import { warnAboutResponse } from '../../store/responses';

// If anything goes wrong here, React renders the cards.
window.prefetched?.response.then(renderFirstCards).catch(() => {});

async function renderFirstCards(response: Response) {
  if (!response.ok) return;
  const problems: string[] = [];
  // A clone: if no cards are rendered here, the bundle's first request reads the same response.
  const items = parseItems(await response.clone().text(), (problem) => problems.push(problem));
  const results = document.querySelector('.results');
  const list = results?.querySelector('ul');
  const cardsToCome = results?.querySelector<HTMLElement>('.cards-to-come');
  const status = document.querySelector('main [role=status] span');
  if (!items?.length || !results || !list || !cardsToCome || !status || !window.earlyState) return;
  // Nothing calls this function: the clone below has no listeners.
  const cards = renderCards(items.slice(0, FIRST_CARDS), async () => {});
  const container = document.createElement('ul');
  // Preact renders synchronously.
  createRoot(container).render(cards);
  removeEmptyTexts(container);
  // A clone, so that no Preact listeners remain.
  list.replaceChildren(...container.cloneNode(true).childNodes);
  if (window.earlyState.hasBundleFailed) {
    // No script will handle their clicks.
    for (const button of list.querySelectorAll('button')) button.disabled = true;
  } else {
    cardsToCome.style.height = heightOf(items.length - cards.length);
  }
  list.removeAttribute('aria-hidden');
  results.ariaBusy = 'false';
  status.removeAttribute('class');
  status.textContent = formatItemCount(items.length);
  window.earlyState.items = items;
  for (const problem of problems) warnAboutResponse('getItems', problem);
}

/** Preact renders an empty text node for '', React does not. Not `normalize()`: it would join adjacent texts, which React keeps apart. */
function removeEmptyTexts(container: Element) {
  const texts = document.createNodeIterator(container, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.nodeValue) (text as Text).remove();
  }
}
