import { Provider } from 'react-redux';
import { Route, Routes } from 'react-router-dom';
import type { AppStore } from '../store/store';
import { Layout } from './Layout';
import { screens } from './routes';

/** The whole store front; the caller brings the router. */
export const App = ({ store }: { store: AppStore }) => (
  <Provider store={store}>
    <Layout>
      <Routes>
        {screens.map(({ path, page }) => (
          <Route key={path} path={path} element={page} />
        ))}
      </Routes>
    </Layout>
  </Provider>
);
