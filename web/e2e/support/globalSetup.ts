/** Starts the server that all tests share, unless VZETEK_URL names one that runs. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Server } from './server.ts';

const FOLDER = join(import.meta.dirname, '../../../target/browser');

export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.VZETEK_URL) return undefined;
  // Node ends without a word at these, and would leave the server running.
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => process.exit(code));
  await mkdir(FOLDER, { recursive: true });
  const log = join(FOLDER, 'server.log');
  const server = await Server.start({ log });
  process.env.VZETEK_URL = server.url;
  process.env.VZETEK_LOG = log;
  return () => server.stop();
}
