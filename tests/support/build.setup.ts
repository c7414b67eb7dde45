import { test as setup } from '@playwright/test';
import { build } from './build';

setup('the production build', () => build('dist'));
