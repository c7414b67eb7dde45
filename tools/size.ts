import { readFileSync } from 'node:fs';
import { describeSizes } from './sizesPlugin';

/** What the last build has said of its sizes. */
console.log(describeSizes(JSON.parse(readFileSync('dist/.deploy/sizes.json', 'utf8'))));
