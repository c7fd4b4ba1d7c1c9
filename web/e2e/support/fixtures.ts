/** What every test may ask for. */
import { stat, readFile } from 'node:fs/promises';
import { type Page, test as base } from '@playwright/test';
import { Server, type ServerOptions, logs } from './server.ts';
import { type VisitOptions, visit } from './visit.ts';

/** Opens an address as a new visitor, in the window of the project unless options say otherwise. */
export type Visit = (options?: VisitOptions, address?: string) => Promise<Page>;

interface Fixtures {
  visit: Visit;
  /** Errors that any of the pages did not catch. A test that causes some takes them out: it fails with the rest. */
  faults: Error[];
  /** Starts a server for this test alone. */
  serve: (options?: ServerOptions) => Promise<Server>;
  warnings: undefined;
}

/** The last lines that are shown of a failure. */
const LINES = 20;

export const test = base.extend<Fixtures>({
  faults: async ({}, use) => {
    const faults: Error[] = [];
    await use(faults);
    test.expect(faults, 'errors of the pages').toEqual([]);
  },

  visit: async ({ browser, faults }, use) => {
    const pages: Page[] = [];
    await use(async (options = {}, address = '/') => {
      const page = await visit(browser, options, 'about:blank');
      page.context().on('weberror', (error) => faults.push(error.error()));
      pages.push(page);
      if (address !== 'about:blank') await page.goto(address);
      return page;
    });
    for (const page of pages) await page.context().close();
  },

  serve: async ({}, use) => {
    const servers: Server[] = [];
    await use(async (options = {}) => {
      const server = await Server.start(options);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.stop();
  },

  /** What servers warned of meanwhile is attached to a failure. */
  warnings: [
    async ({}, use, info) => {
      const shared = process.env.VZETEK_LOG;
      const before = shared ? (await stat(shared)).size : 0;
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      const texts = [shared ? (await readFile(shared)).subarray(before).toString() : '', ...logs.map((log) => log.join('\n'))];
      const warnings = texts.flatMap((text) => text.split('\n').filter((line) => /\b(WARN|ERROR)\b/.test(line)));
      if (warnings.length > 0)
        await info.attach('warnings of the server', { body: warnings.slice(-LINES).join('\n'), contentType: 'text/plain' });
    },
    { auto: true },
  ],
});

/** A test whose pages go to a server of their own, one for each worker: for files that need many bots, or other options. */
export function testAt(options: ServerOptions = {}) {
  return test.extend<object, { own: Server }>({
    own: [
      async ({}, use) => {
        const server = await Server.start(options);
        await use(server);
        await server.stop();
      },
      { scope: 'worker' },
    ],
    baseURL: async ({ own }, use) => {
      await use(own.url);
    },
  });
}

export const { expect } = test;
