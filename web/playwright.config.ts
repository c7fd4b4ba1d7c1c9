/**
 * The tests in a browser: `npm run e2e -- [files]`. They start a server and bots: VZETEK_SERVER_BIN and VZETEK_BOT_BIN,
 * else what was built last in target/. VZETEK_URL names a running server instead, CHROMIUM another browser than
 * /usr/bin/chromium, VZETEK_DIST another folder of the built page than dist/.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './e2e/support/chromium.ts';
import { PATIENCE_MS } from './e2e/support/poll.ts';
import * as sizes from './e2e/support/sizes.ts';

/** Ends a test that has come to a halt; none takes this long on any machine. */
const TEST_MS = 15 * 60_000;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../target/browser/results',
  globalSetup: './e2e/support/globalSetup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Most of their time tests wait for bots and for what moves on the page.
  workers: 2 * availableParallelism(),
  timeout: TEST_MS,
  expect: { timeout: PATIENCE_MS },
  reporter: [['list'], ['./e2e/support/reporter.ts']],
  use: {
    ...sizes.DESKTOP,
    baseURL: process.env.VZETEK_URL ?? '',
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    // The tests of a visit without a network allow them.
    serviceWorkers: 'block',
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true },
    launchOptions: CHROMIUM,
  },
  // A test with the names of sizes runs in these windows; all others run once, and open the windows they need.
  projects: [
    { name: 'desktop', grepInvert: /^(?!.*@desktop).*@(phone|small|flat|large)\b/ },
    { name: 'phone', grep: /@phone\b/, use: sizes.PHONE },
    { name: 'small', grep: /@small\b/, use: sizes.SMALL },
    { name: 'flat', grep: /@flat\b/, use: sizes.FLAT },
    { name: 'large', grep: /@large\b/, use: sizes.LARGE },
  ],
});
