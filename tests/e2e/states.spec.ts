import { test } from '../support/fixtures';
import { mainStates, reach, stateErrors } from '../support/states';

test.use({ allowErrors: stateErrors });

test('the main states work in every engine', async ({ shopper, backend }) => {
  for (const state of mainStates) await test.step(state.name, () => reach(state, shopper, backend));
});
