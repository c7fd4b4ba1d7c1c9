/** The page without a network, and a new version of it. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Visit, test as base, expect } from './support/fixtures.ts';
import { poll } from './support/poll.ts';
import type { Server } from './support/server.ts';
import { DESKTOP } from './support/sizes.ts';
import { dealt, openTable } from './support/table.ts';

const DIST = process.env.VZETEK_DIST ?? join(import.meta.dirname, '../dist');

/** A copy of the page that a test may change, and a server that delivers it. */
const test = base.extend<{ folder: string; own: Server }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'vzetek-page-'));
    await cp(DIST, folder, { recursive: true });
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  own: async ({ serve, folder }, use) => {
    await use(await serve({ args: ['--web-dir', folder] }));
  },
});

/** Visits the server, with whatever the page keeps. */
function visitOwn(visit: Visit, own: Server, address = '/') {
  return visit({ ...DESKTOP, baseURL: own.url, serviceWorkers: 'allow' }, address);
}

/** Waits until the page is kept by this version's worker, or by any. */
async function kept(page: Page, version?: string) {
  await poll(async () => {
    const done = await page.evaluate(async (wanted) => {
      const controlled = navigator.serviceWorker.controller?.state === 'activated';
      return controlled && (wanted === undefined || (await caches.keys()).includes(`vzetek-${wanted}`));
    }, version);
    return done || undefined;
  }, 'the page is not kept');
}

async function versionOf(folder: string) {
  const [, version = ''] = /"version":"(\w+)"/.exec(await readFile(join(folder, 'sw.js'), 'utf8')) ?? [];
  expect(version).not.toBe('');
  return version;
}

/** The part of a worker's scope that a notification needs; the page's types are those of a window. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
}

test('a press on a notification leads a tab to the table', async ({ visit, own }) => {
  const page = await visitOwn(visit, own);
  await page.context().grantPermissions(['notifications'], { origin: own.url });
  await kept(page);
  const [worker] = page.context().serviceWorkers();
  const left = await worker?.evaluate(async () => {
    const scope = self as unknown as WorkerScope;
    await scope.registration.showNotification('Vzetek', { body: 'Your turn', tag: '/table/x', data: '/table/x' });
    const [notification] = await scope.registration.getNotifications();
    // A window may be focused only by a real press, which no test can make: the tab is led there first.
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    return (await scope.registration.getNotifications()).length;
  });
  await page.waitForURL((url) => url.pathname === '/table/x');
  expect(left, 'the notification is gone').toBe(0);
});

test('without a network the page and the rules are there, and it is said', async ({ visit, own }) => {
  const page = await visitOwn(visit, own);
  await page.getByTestId('play-now').first().waitFor();
  await kept(page);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('main h1').first().waitFor();
  await page.getByTestId('offline').waitFor();

  await page.getByTestId('offline').getByRole('link').first().click();
  await page.waitForURL((url) => url.pathname === '/rules');
  await page.goto(`${own.url}/rules/tarok`);
  await page.locator('#play').waitFor();

  await page.context().setOffline(false);
  await page.getByTestId('offline').waitFor({ state: 'detached' });
  const answers = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    );
    return all.flat();
  });
  expect(answers.includes('/') && answers.some((path) => path.startsWith('/assets/'))).toBe(true);
  expect(
    answers.filter((path) => path !== '/' && !path.startsWith('/assets/')),
    'nothing of the server’s is kept',
  ).toEqual([]);
});

test('a new version comes with the next load, and an open table goes on', async ({ visit, own, folder }) => {
  const page = await visitOwn(visit, own, 'about:blank');
  await openTable(page, { players: 2 });
  await dealt(page);
  const before = await versionOf(folder);
  await kept(page, before);

  // This page again under another name.
  const worker = join(folder, 'sw.js');
  await writeFile(worker, (await readFile(worker, 'utf8')).replace(before, '0123456789ab'));
  const index = join(folder, 'index.html');
  await writeFile(index, (await readFile(index, 'utf8')).replace('<html ', '<html data-version="new" '));
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.locator('html')).toHaveAttribute('data-version', 'new');
  await kept(other, '0123456789ab');
  await other.close();

  // The table that was open has not been loaded anew, and still gets the parts that it has not asked for yet.
  expect(await page.locator('html').getAttribute('data-version')).toBe(null);
  await page.keyboard.press('?');
  await page.getByTestId('keys-dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('keys-dialog').waitFor({ state: 'hidden' });
  await page.reload({ waitUntil: 'commit' });
  await page.locator('html[data-version="new"]').waitFor();
  await dealt(page);
});
