import { expect, test } from '../support/deployFixtures';
import { rawRequest } from '../support/rawRequest';

// Every browser test fails on a violation, so they show that the policy allows the store. These show that they would fail.
test.use({ allowErrors: /./ });

test('a request to another host is blocked and reported', async ({ page }) => {
  await page.goto('/login');
  const blocked = page.waitForEvent('console', (message) =>
    message.text().startsWith('Policy violation: connect-src '),
  );
  await page.evaluate("fetch('http://127.0.0.1:9/planted')").catch(() => 'It is blocked.');
  await blocked;
});

test('markup as text is blocked and reported', async ({ page }) => {
  await page.goto('/login');
  const blocked = page.waitForEvent('console', (message) =>
    message.text().startsWith('Policy violation: require-trusted-types-for '),
  );
  await page.evaluate("document.body.innerHTML = '<p>planted</p>'").catch(() => 'It is blocked.');
  await blocked;
});

// The other tests compare responses with what tools/vite/headers.ts says. This one states it.
test('pages have these security headers: the policy allows nothing but own files, hashed inline code and data pictures', async ({
  store,
}) => {
  const { headers } = await rawRequest(store.url, 'GET /items');
  const policy = String(headers['content-security-policy']).replaceAll(/ 'sha256-[^']+'/g, '');
  expect({ ...headers, 'content-security-policy': policy }).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; worker-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  });
});
