import { test as setup } from '@playwright/test';
import { build } from './build';

setup('the mock build', () => build('dist-mock', ['--mode', 'mock']));
