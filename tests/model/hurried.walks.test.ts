import { testWalks } from './testWalks';

await testWalks('hurried');
