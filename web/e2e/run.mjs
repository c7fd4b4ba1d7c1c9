/**
 * `node e2e/run.mjs [address]`: all browser tests against a running server (or VZETEK_URL).
 * Those that kill a server start their own: VZETEK_SERVER_BIN and VZETEK_BOT_BIN, else what
 * was built for release or for debugging.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const here = import.meta.dirname;
const tests = (await readdir(here)).filter((name) => name.endsWith('.test.mjs')).map((name) => join(here, name));
const [address] = process.argv.slice(2);

/** A program of this repository; as an absolute path, wherever the tests run. */
function program(given, name) {
  const built = ['release', 'debug'].map((kind) => join(here, '../../target', kind, name));
  const found = given ? resolve(given) : built.find((path) => existsSync(path));
  return found ?? '';
}

const programs = {
  VZETEK_SERVER_BIN: program(process.env.VZETEK_SERVER_BIN, 'vzetek-server'),
  VZETEK_BOT_BIN: program(process.env.VZETEK_BOT_BIN, 'vzetek-bot'),
};
const env = { ...process.env, ...programs, ...(address ? { VZETEK_URL: address } : {}) };
const options = ['--test', '--test-concurrency=1', '--test-timeout=400000', ...tests];
const run = spawn(process.execPath, options, { stdio: 'inherit', env });
const [code] = await once(run, 'exit');
process.exitCode = code === 0 ? 0 : 1;
