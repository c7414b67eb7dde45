import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { Layout } from './Layout';
import type { AppStore } from './store';

/** The whole store front; the caller brings the router. `onReady` is called when the page answers presses. */
export function App({ store, onReady }: { store: AppStore; onReady?: () => void }) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <Provider store={store}>
      <Layout />
    </Provider>
  );
}
