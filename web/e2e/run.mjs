/**
 * `node e2e/run.mjs [address]`: all browser tests against a running server (or VZETEK_URL).
 * Those that kill a server start their own: VZETEK_SERVER_BIN and VZETEK_BOT_BIN, else what
 * was built for release or for debugging. With VZETEK_E2E_RETRIES=1 files with a failed test
 * are run once more.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

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
/** Runs these files one after another; those with a failed test. */
async function failures(files) {
  const report = join(await mkdtemp(join(tmpdir(), 'vzetek-run-')), 'failed');
  const reporters = [
    [`${process.stdout.isTTY ? 'spec' : 'tap'}`, 'stdout'],
    [pathToFileURL(join(here, 'failed.mjs')).href, report],
  ].flatMap(([name, to]) => [`--test-reporter=${name}`, `--test-reporter-destination=${to}`]);
  const options = ['--test', '--test-concurrency=1', '--test-timeout=400000', ...reporters, ...files];
  const run = spawn(process.execPath, options, { stdio: 'inherit', env });
  const [code] = await once(run, 'exit');
  const named = existsSync(report) ? await readFile(report, 'utf8') : '';
  const failed = [...new Set(named.split('\n').filter((file) => file !== ''))];
  await rm(dirname(report), { recursive: true });
  if (code === 0) return [];
  return failed.length > 0 ? failed : files;
}

let failed = await failures(tests);
for (let left = Number(env.VZETEK_E2E_RETRIES ?? 0); left > 0 && failed.length > 0; left -= 1) {
  console.log(`Once more: ${failed.map((file) => basename(file)).join(', ')}`);
  failed = await failures(failed);
}
process.exitCode = failed.length > 0 ? 1 : 0;
