import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { type AppStore, initialState } from '../store/store';
import { Layout } from './Layout';

/** The whole store front; the caller brings the router. */
export function App({ store }: { store: AppStore }) {
  useEffect(answerEarlyPresses, []);
  // What a page shows when it is hydrated: it knows of no token yet, but may have drawn its list.
  const serverState = { ...store.getState(), auth: initialState.auth };
  return (
    <Provider store={store} serverState={serverState}>
      <Layout />
    </Provider>
  );
}

/** Presses again what the shopper pressed before the buttons could answer. */
function answerEarlyPresses() {
  window.early?.stop();
  for (const button of window.early?.presses.splice(0) ?? []) button.click();
}
