import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { type AppStore, initialState } from '../store/store';
import { Layout } from './Layout';

/** The whole store front; the caller brings the router. Hydrates with the state that the build rendered. */
export function App({ store }: { store: AppStore }) {
  useEffect(answerEarlyPresses, []);
  return (
    <Provider store={store} serverState={initialState}>
      <Layout />
    </Provider>
  );
}

/** Presses again what the shopper pressed before the buttons could answer. */
function answerEarlyPresses() {
  window.early?.stop();
  for (const button of window.early?.presses.splice(0) ?? []) button.click();
}
