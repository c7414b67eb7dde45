import './auth.ts';
import './items.ts';
import './cart.ts';
import './refusals.ts';
import './trust.ts';
import './concurrency.ts';
import './origins.ts';
import './odd.ts';

export { journeys } from './journey.ts';
