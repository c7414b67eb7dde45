import { execSync } from 'node:child_process';
import { test as setup } from '@playwright/test';

setup('production build', () => {
  // Playwright sets NODE_ENV to "test", which would build React for development.
  execSync('npm run build', { env: { ...process.env, NODE_ENV: 'production' }, stdio: 'pipe' });
});
