import { execSync } from 'node:child_process';
import { test as setup } from '@playwright/test';

setup('production build', () => {
  // Every build is a production build, whatever NODE_ENV the shell has. The tests of its size would find another one.
  execSync('npm run build', { env: { ...process.env, NODE_ENV: 'development' }, stdio: 'pipe' });
});
