import { setBatchVariables } from '../features/items/batches';
import { reserveRememberedHeight } from '../features/items/itemCount';
import { normalizeUrl } from './pageUrl';

/** What must be done before the first paint. In development, which has no inline script, main.tsx does it. */
export function prepareDocument() {
  normalizeUrl();
  setBatchVariables();
  reserveRememberedHeight();
}
