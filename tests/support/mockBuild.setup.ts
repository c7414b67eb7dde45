import { execSync } from 'node:child_process';
import { test as setup } from '@playwright/test';

setup('mock build', () => {
  execSync('NODE_ENV=production npm run build -- --mode mock', { stdio: 'pipe' });
});
