import 'bootstrap/dist/css/bootstrap.min.css';
import './theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { followStoredToken } from '../features/auth/followStoredToken';
import { browser } from '../store/browser';
import { makeStore } from '../store/store';
import { App } from './App';

if (import.meta.env.MODE === 'mock') {
  const { startMock } = await import('../../mocks/browser');
  await startMock();
}

const store = makeStore(browser);
followStoredToken(store, browser);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <BrowserRouter basename={import.meta.env.BASE_URL}>
      <App store={store} />
    </BrowserRouter>
  </StrictMode>,
);
