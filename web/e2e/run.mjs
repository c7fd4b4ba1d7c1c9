/** `node e2e/run.mjs [address]`: all browser tests against a running server (or VZETEK_URL). */
import { readdir } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const here = import.meta.dirname;
const tests = (await readdir(here)).filter((name) => name.endsWith('.test.mjs')).map((name) => join(here, name));
const [address] = process.argv.slice(2);
const env = { ...process.env, ...(address ? { VZETEK_URL: address } : {}) };
const run = spawn(process.execPath, ['--test', '--test-concurrency=1', '--test-timeout=400000', ...tests], {
  stdio: 'inherit',
  env,
});
run.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
