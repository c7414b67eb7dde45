import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBuild } from './servers';

/** The names of the lists in the session. */
export type RecordedList = 'alerts' | 'errors';

/**
 * Records alerts instead of opening them: the driver may not respond to a command during which one opens. Also records the
 * errors, which WebDriver does not report. Runs before the other scripts of a page.
 */
function recordInSession() {
  const recordIn = (list: RecordedList) => (text: string) => {
    const texts = JSON.parse(sessionStorage.getItem(list) ?? '[]');
    sessionStorage.setItem(list, JSON.stringify([...texts, text]));
  };
  const recordError = recordIn('errors');
  window.alert = recordIn('alerts');
  console.error = console.warn = (...parts) => recordError(parts.join(' '));
  addEventListener('error', ({ message }) => recordError(message));
  addEventListener('unhandledrejection', ({ reason }) => recordError(String(reason)));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    recordError(`Policy violation: ${effectiveDirective} ${blockedURI}`),
  );
}

/** The production build on a free port, with `recordInSession` in each page. */
export async function startRecordedBuild() {
  const directory = mkdtempSync(join(tmpdir(), 'build-'));
  const dist = join(directory, 'dist');
  for (const suffix of ['', '-deploy']) cpSync(`dist${suffix}`, dist + suffix, { recursive: true });
  writeFileSync(join(dist, 'recorder.js'), `(${recordInSession})()`);
  for (const file of readdirSync(dist).filter((file) => file.endsWith('.html'))) {
    const page = join(dist, file);
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace('<head>', '$&<script src="/recorder.js"></script>'),
    );
    rmSync(`${page}.br`);
  }
  const site = await startBuild(dist);
  return {
    ...site,
    async stop() {
      await site.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
