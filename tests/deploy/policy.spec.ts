import { appendFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { documentTitle } from '../../src/app/brand';
import { ask } from '../support/ask';
import { expect, test } from '../support/deployFixtures';

// That the policy lets the store itself through is proved by every journey: each fails on a violation.
test.describe('blocked', () => {
  test.use({ allowErrors: /./ });

  const planted = {
    "document.body.innerHTML = '<p>planted</p>'": 'require-trusted-types-for',
    "document.createElement('script').text = 'planted'": 'require-trusted-types-for',
    "navigator.serviceWorker.register('/assets/planted.js')": 'require-trusted-types-for',
    "fetch('http://127.0.0.1:9/planted')": 'connect-src',
    "document.createElement('img').src = 'http://127.0.0.1:9/planted'": 'img-src',
    "document.body.append(Object.assign(document.createElement('iframe'), { src: '/items' }))": 'frame-src',
    "document.body.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))":
      'style-src-elem',
    "document.head.append(Object.assign(document.createElement('base'), { href: '/planted/' }))": 'base-uri',
  };

  test('what a script must not do', async ({ page }) => {
    await page.goto('/login');
    for (const [script, directive] of Object.entries(planted)) {
      await test.step(script, async () => {
        const blocked = page.waitForEvent('console', (message) =>
          message.text().startsWith(`Policy violation: ${directive} `),
        );
        await page.evaluate(script).catch(() => 'Trusted Types throw, the other directives are silent.');
        await blocked;
      });
    }
  });

  test('a script and a style that somebody has put into a page', async ({ page, serve }) => {
    const dist = test.info().outputPath('dist');
    cpSync('dist', dist, { recursive: true });
    rmSync(join(dist, 'login.html.br'));
    rmSync(join(dist, 'login.html.gz'));
    appendFileSync(
      join(dist, 'login.html'),
      '<script>document.title = "planted"</script><style>body { color: red }</style>',
    );
    const site = await serve(dist);
    const violations: string[] = [];
    page.on('console', (message) => violations.push(message.text()));
    await page.goto(`${site.url}/login`);
    await expect(page).toHaveTitle(documentTitle('Login to Your Account'));
    expect(violations.filter((text) => text.startsWith('Policy violation')).sort()).toEqual([
      'Policy violation: script-src-elem inline',
      'Policy violation: style-src-elem inline',
    ]);
  });
});

test('csp-evaluator knows no way around the policy', async ({ store }) => {
  const { headers } = await ask(store.url, 'GET /items');
  const { csp } = new CspParser(String(headers['content-security-policy']));
  const findings = new CspEvaluator(csp).evaluate().filter(({ severity }) => severity < Severity.INFO);
  // The store's origin serves no JSONP, no AngularJS and no uploads.
  expect(findings.map(({ directive, value, severity }) => [directive, value, severity])).toEqual([
    ['script-src', "'self'", Severity.MEDIUM_MAYBE],
  ]);
});
