import { Provider } from 'react-redux';
import { type AppStore, initialState } from '../store/store';
import { Layout } from './Layout';

/** The whole store front; the caller brings the router. Hydrates with the state that the build rendered. */
export const App = ({ store }: { store: AppStore }) => (
  <Provider store={store} serverState={initialState}>
    <Layout />
  </Provider>
);
