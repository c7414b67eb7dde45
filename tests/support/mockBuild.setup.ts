import { execSync } from 'node:child_process';
import { test as setup } from '@playwright/test';

setup('mock build', () => {
  execSync('npm run build -- --mode mock', { stdio: 'pipe' });
});
