import { testWalks } from './testWalks';

await testWalks('settled');
