import { execSync } from 'node:child_process';
import { test as setup } from '@playwright/test';

setup('production build', () => {
  // A build contains React's production version, whatever NODE_ENV the shell has. The tests of its size would notice the other one.
  execSync('npm run build', { env: { ...process.env, NODE_ENV: 'development' }, stdio: 'pipe' });
});
