import { refusedCalls, test } from '../support/fixtures';
import { reach, states } from '../support/states';

// Firefox logs an uncaught error as "Error".
test.use({
  allowErrors: new RegExp(`${refusedCalls.source}|broken on purpose|rows: invalid or repeated|^Error$`),
});

test('every screen and state works in every engine', async ({ shopper, backend }) => {
  for (const state of states) await test.step(state.name, () => reach(state, shopper, backend));
});
