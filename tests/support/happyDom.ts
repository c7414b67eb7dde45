/** Vitest keeps what Node defines, and from Node 25 on, Node defines a `localStorage` that does not work. */
const hasOwnStorage = process.allowedNodeEnvironmentFlags.has('--experimental-webstorage');

/** The options of tests that need a page. */
export const happyDom = {
  environment: 'happy-dom',
  execArgv: hasOwnStorage ? ['--no-experimental-webstorage'] : [],
};
