import './auth.ts';
import './items.ts';
import './cart.ts';
import './refusals.ts';
import './identity.ts';
import './concurrency.ts';
import './origins.ts';
import './unusualTexts.ts';
import './wholeRun.ts';

export { journeys } from './journey.ts';
