import { broken } from './broken/all.ts';
import { testBroken } from './judge.ts';

testBroken(broken.accounts);
