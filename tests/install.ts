import { installMissing } from './support/needs.ts';

installMissing();
