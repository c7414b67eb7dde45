import type { Page, Request } from '@playwright/test';
import { expect, test } from '../support/deployFixtures';

test('a second visit costs the page, unchanged, and the list: under 1.5 kB beside the list itself', async ({
  page,
}) => {
  const first = await visit(page, () => page.goto('/items'));
  const second = await visit(page, () => page.reload());
  console.log('Bytes of a first visit to /items:', first, 'and of a second:', second);
  expect(first.fetch).toBe(second.fetch);
  expect(Object.keys(second)).toEqual(['document', 'fetch']);
  expect(second.document).toBeLessThan(1500);
});

/** What a visit to the list brings over the wire: bytes by kind of file, headers counted. */
async function visit(page: Page, open: () => Promise<unknown>) {
  const requests: Request[] = [];
  const keep = (request: Request) => requests.push(request);
  page.on('request', keep);
  await open();
  await expect(page.getByText('60 items')).toBeVisible();
  page.off('request', keep);
  const bytes: Record<string, number> = {};
  for (const request of requests) {
    const { responseHeadersSize, responseBodySize } = await request.sizes();
    const size = responseHeadersSize + responseBodySize;
    // Nothing at all: from the browser's cache.
    if (size) bytes[request.resourceType()] = (bytes[request.resourceType()] ?? 0) + size;
  }
  return bytes;
}
