/** Following a player: who is here, and the way to their table. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { DESKTOP, PHONE, byId, launch, overflow, shootBoth, visit } from './browser.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

async function post(page, address, data) {
  const answer = await page.request.post(address, { data });
  assert.ok(answer.ok(), await answer.text());
  return answer.json();
}

/** A page of somebody who has registered, with their account. */
async function somebody(name, size = DESKTOP) {
  const page = await visit(browser, size, 'about:blank');
  const unique = `${name} ${Math.random().toString(36).slice(2, 8)}`;
  const { user } = await post(page, '/api/register', { name: unique, password: 'korenček in burja' });
  return { page, user };
}

/** Waits until the only one who is followed is there. */
function at(page, place) {
  return page.locator(`[data-testid="followed-player"][data-at="${place}"]`).waitFor();
}

test('a friend appears, plays, is joined with one press, hides and goes', async () => {
  const { page: ana, user } = await somebody('Ana');
  const { page: bor } = await somebody('Bor', PHONE);
  await bor.goto(`/player/${user.id}`);
  await byId(bor, 'follow').click();
  await bor.locator('[data-testid="follow"][aria-pressed="true"]').waitFor();
  await shootBoth(bor, 'following-player-phone');
  await bor.goto('/');
  await at(bor, 'away');
  await ana.goto('/');
  await at(bor, 'online');
  await shootBoth(bor, 'following-front-phone');
  assert.equal(await overflow(bor), 0);
  await accessible(bor, 'those who are followed');

  // Hidden is as good as away, and at once.
  await ana.goto('/settings');
  await byId(ana, 'presence').uncheck();
  await at(bor, 'away');
  await shootBoth(ana, 'following-settings', true);
  await ana.reload();
  await ana.locator('[data-testid="presence"]:enabled:not(:checked)').check();
  await at(bor, 'online');

  const { table } = await post(ana, '/api/tables', { game: { name: 'trset', options: { players: 2 } } });
  await ana.goto(`/table/${table}?sit`);
  await at(bor, 'waiting');
  const cut = await bor.locator('[data-testid="followed"] li .hint').evaluateAll((lines) => lines.filter((line) => line.scrollWidth > line.clientWidth || line.getBoundingClientRect().bottom > line.closest('li').getBoundingClientRect().bottom).map((line) => line.textContent));
  assert.deepEqual(cut, [], 'where somebody waits is read whole');
  await shootBoth(bor, 'following-waiting-phone');
  await byId(bor, 'followed-go').click();
  for (const page of [ana, bor]) await byId(page, 'hand-card').first().waitFor();
  assert.equal(new URL(bor.url()).pathname, `/table/${table}`);

  const { page: cene } = await somebody('Cene');
  assert.equal((await cene.request.put(`/api/me/following/${user.id}`)).status(), 204);
  await cene.goto('/');
  await at(cene, 'playing');
  await shootBoth(cene, 'following-playing-desktop');
  await ana.context().close();
  await at(cene, 'away');
  for (const page of [bor, cene]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('a guest is told what following takes, and nobody follows themselves or a bot', async () => {
  const { page: ana, user } = await somebody('Ana');
  const guest = await visit(browser, DESKTOP, 'about:blank');
  await post(guest, '/api/guest', {});
  await guest.goto(`/player/${user.id}`);
  await byId(guest, 'follow').click();
  await byId(guest, 'follow-hint').getByRole('link').waitFor();
  assert.match(await byId(guest, 'follow-hint').innerText(), /Only registered players/);
  await guest.goto('/');
  await byId(guest, 'pairing').waitFor();
  assert.equal(await byId(guest, 'followed').count(), 0);

  const { bot } = await post(ana, '/api/bots', { name: `Robot ${Math.random().toString(36).slice(2, 8)}` });
  for (const id of [user.id, bot.id]) {
    await ana.goto(`/player/${id}`);
    await byId(ana, 'games').or(ana.getByRole('heading', { level: 2 })).first().waitFor();
    await byId(ana, 'account-link').waitFor();
    assert.equal(await byId(ana, 'follow').count(), 0);
  }
  for (const page of [ana, guest]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('nothing moves when those who are followed come late', async () => {
  const { user } = await somebody('Ana');
  const { page: bor } = await somebody('Bor');
  assert.equal((await bor.request.put(`/api/me/following/${user.id}`)).status(), 204);
  await bor.goto('/');
  await at(bor, 'away');
  await bor.addInitScript(() => {
    window.shifts = [];
    const note = (list) => window.shifts.push(...list.getEntries().filter((one) => !one.hadRecentInput).map(({ value }) => value));
    new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
  });
  await bor.reload();
  await at(bor, 'away');
  await byId(bor, 'account-link').waitFor();
  await bor.waitForTimeout(1000);
  assert.deepEqual(await bor.evaluate(() => window.shifts), []);
  await bor.context().close();
});
