import { reserveRememberedHeight } from '../features/items/itemCount';
import { normalizeUrl } from './pageUrl';

/** What must be done before the first paint: by the inline script, and again by main.tsx, because development has no inline script. */
export function prepareDocument() {
  normalizeUrl();
  reserveRememberedHeight();
}
