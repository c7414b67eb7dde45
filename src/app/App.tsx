import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { Layout } from './Layout';
import type { AppStore } from './store';

type AppProps = {
  store: AppStore;
  /** Called when the page answers presses. */
  onReady?: () => void;
};

/** The whole store front; the caller brings the router. */
export function App({ store, onReady }: AppProps) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <Provider store={store}>
      <Layout />
    </Provider>
  );
}
