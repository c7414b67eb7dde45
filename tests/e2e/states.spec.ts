import { test } from '../support/fixtures';
import { reach, stateErrors, states } from '../support/states';

test.use({ allowErrors: stateErrors });

test('every screen and state works in every engine', async ({ shopper, backend }) => {
  for (const state of states) await test.step(state.name, () => reach(state, shopper, backend));
});
