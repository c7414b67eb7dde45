import { startServer } from './httpServer';

try {
  await startServer(process.argv.slice(2), process.env);
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
