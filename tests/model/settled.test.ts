import { testWalks } from './walks';

await testWalks('settled');
