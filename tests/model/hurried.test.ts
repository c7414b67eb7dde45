import { testWalks } from './walks';

await testWalks('hurried');
