import { test } from '../support/fixtures';
import { mainStates, reach, stateErrors, states } from '../support/states';

test.use({ allowErrors: stateErrors });

// Page tests find what an engine lacks in the other states. They do not show the page of a crash.
const visited = [...mainStates, ...states.filter(({ name }) => name === 'crash')];

test('the main states and a crash work in every engine', async ({ shopper, backend }) => {
  for (const state of visited) await test.step(state.name, () => reach(state, shopper, backend));
});
