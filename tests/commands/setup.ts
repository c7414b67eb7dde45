import { installMissing } from '../support/programs.ts';

installMissing();
