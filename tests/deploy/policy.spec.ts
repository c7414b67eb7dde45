import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { expect, test } from '../support/deployFixtures';
import { rawRequest } from '../support/rawRequest';

// Every browser test fails on a violation, so they show that the policy allows the store.
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

test('the policy blocks what a script of an attacker would do', async ({ page }) => {
  await page.goto('/login');
  for (const [script, directive] of Object.entries(planted)) {
    await test.step(script, async () => {
      const blocked = page.waitForEvent('console', (message) =>
        message.text().startsWith(`Policy violation: ${directive} `),
      );
      await page.evaluate(script).catch(() => 'Only Trusted Types throw.');
      await blocked;
    });
  }
});

test('csp-evaluator finds no weakness in the policy', async ({ store }) => {
  const { headers } = await rawRequest(store.url, 'GET /items');
  const { csp } = new CspParser(String(headers['content-security-policy']));
  const findings = new CspEvaluator(csp).evaluate().filter(({ severity }) => severity < Severity.INFO);
  // It warns that 'self' may serve JSONP, AngularJS or uploads. This origin does not.
  expect(findings.map(({ directive, value, severity }) => [directive, value, severity])).toEqual([
    ['script-src', "'self'", Severity.MEDIUM_MAYBE],
  ]);
});
