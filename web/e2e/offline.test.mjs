/** The page without a network, and a new version of it. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DESKTOP, byId, launch, shootBoth, visit } from './browser.mjs';
import { OwnServer } from './own.mjs';
import { dealt, openTable } from './table.mjs';

const DIST = process.env.VZETEK_DIST ?? join(import.meta.dirname, '../dist');
/** Whatever is waited for is there by then, on the busiest machine. */
const PATIENCE_MS = 120_000;

let browser;
let own;
let folder;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'vzetek-page-'));
  await cp(DIST, folder, { recursive: true });
  own = await OwnServer.with(['--web-dir', folder]);
});

after(async () => {
  await browser.close();
  await own.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Visits the server, with whatever the page keeps. */
function visitOwn(address = '/') {
  return visit(browser, { ...DESKTOP, baseURL: own.url, serviceWorkers: 'allow' }, address);
}

/** Waits until the page is kept by this version's worker, or by any. */
async function kept(page, version) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const done = await page.evaluate(async (wanted) => {
      const controlled = navigator.serviceWorker.controller?.state === 'activated';
      return controlled && (wanted === undefined || (await caches.keys()).includes(`vzetek-${wanted}`));
    }, version);
    if (done) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.fail('the page is not kept');
}

async function versionOf(folder) {
  return /"version":"(\w+)"/.exec(await readFile(join(folder, 'sw.js'), 'utf8'))[1];
}

test('a press on a notification leads a tab to the table', async () => {
  const page = await visitOwn();
  await page.context().grantPermissions(['notifications'], { origin: own.url });
  await kept(page);
  const [worker] = page.context().serviceWorkers();
  const left = await worker.evaluate(async () => {
    await self.registration.showNotification('Vzetek', { body: 'Your turn', tag: '/table/x', data: '/table/x' });
    const [notification] = await self.registration.getNotifications();
    // A window may be focused only by a real press, which no test can make: the tab is led there first.
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    return (await self.registration.getNotifications()).length;
  });
  await page.waitForURL((url) => url.pathname === '/table/x');
  assert.equal(left, 0, 'the notification is gone');
  await page.context().close();
});

test('without a network the page and the rules are there, and it is said', async () => {
  const page = await visitOwn();
  await byId(page, 'play-now').first().waitFor();
  await kept(page);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('main h1').first().waitFor();
  await byId(page, 'offline').waitFor();
  await shootBoth(page, 'offline-front-desktop');

  await byId(page, 'offline').getByRole('link').first().click();
  await page.waitForURL((url) => url.pathname === '/rules');
  await page.goto(`${own.url}/rules/tarok`);
  await page.locator('#play').waitFor();
  await shootBoth(page, 'offline-rules-desktop');

  await page.context().setOffline(false);
  await byId(page, 'offline').waitFor({ state: 'detached' });
  const answers = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)));
    return all.flat();
  });
  assert.ok(answers.includes('/') && answers.some((path) => path.startsWith('/assets/')));
  assert.deepEqual(answers.filter((path) => path !== '/' && !path.startsWith('/assets/')), [], 'nothing of the server’s is kept');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a new version comes with the next load, and an open table goes on', async () => {
  const page = await visitOwn('about:blank');
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
  assert.equal(await other.locator('html').getAttribute('data-version'), 'new');
  await kept(other, '0123456789ab');
  await other.close();

  // The table that was open has not been loaded anew, and still gets the parts that it has not asked for yet.
  assert.equal(await page.locator('html').getAttribute('data-version'), null);
  await page.keyboard.press('?');
  await byId(page, 'keys-dialog').waitFor();
  await page.keyboard.press('Escape');
  await byId(page, 'keys-dialog').waitFor({ state: 'hidden' });
  await page.reload({ waitUntil: 'commit' });
  await page.locator('html[data-version="new"]').waitFor();
  await dealt(page);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
