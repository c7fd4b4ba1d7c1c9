/** Finding people to play with, and inviting friends. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, byId, launch, overflow, shootBoth, visit } from './browser.mjs';

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** Presses the tile of a kind and a pace, and waits until the server has taken the wish. */
async function look(page, kind, pace) {
  const button = byId(page, `pair-${kind}-${pace}`);
  await button.click();
  await page.locator(`[data-testid="pair-${kind}-${pace}"][aria-pressed="true"]`).waitFor();
}

test('two who look for the same game are called to a table, from a game with a bot as well', async () => {
  const ana = await visit(browser, DESKTOP);
  await look(ana, 'tablic-2', 'quick');
  await byId(ana, 'pair-bot').waitFor();
  await shootBoth(ana, 'pairing-desktop', true);
  // The wish belongs to the reader, not to the page.
  await ana.reload();
  await ana.locator('[data-testid="pair-tablic-2-quick"][aria-pressed="true"]').waitFor();
  await byId(ana, 'pair-bot').click();
  await byId(ana, 'hand-card').first().waitFor();
  const casual = new URL(ana.url()).pathname;
  await byId(ana, 'seek-line').getByText('Looking for players').waitFor();
  await shootBoth(ana, 'pairing-bot');

  const bor = await visit(browser, PHONE);
  await shootBoth(bor, 'pairing-phone', true);
  assert.equal(await overflow(bor), 0);
  await byId(bor, 'pair-tablic-2-quick').tap();
  for (const page of [ana, bor]) {
    await page.waitForURL((url) => url.pathname.startsWith('/table/') && url.pathname !== casual);
    await byId(page, 'hand-card').first().waitFor();
  }
  assert.equal(new URL(ana.url()).pathname, new URL(bor.url()).pathname);
  assert.equal(await byId(ana, 'seek-line').innerText(), '');
  // The game with the bot is over, and nobody has lost it.
  await bor.goto(casual);
  await byId(bor, 'fatal').waitFor();
  for (const page of [ana, bor]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('whoever has enough of looking stops', async () => {
  const page = await visit(browser, DESKTOP);
  await look(page, 'tarok-3', 'unhurried');
  await page.goto('/rules');
  await byId(page, 'seek-line').getByRole('button').click();
  await page.waitForFunction(() => document.querySelector('[data-testid="seek-line"]').textContent.trim() === '');
  await page.goto('/');
  await look(page, 'tarok-3', 'quick');
  await byId(page, 'pair-tarok-3-quick').click();
  await page.locator('[data-testid="pair-tarok-3-quick"][aria-pressed="false"]').waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

async function post(page, address, data) {
  const answer = await page.request.post(address, { data });
  assert.ok(answer.ok(), await answer.text());
  return answer.json();
}

test('a friend reads who invites to what, and is at the table with one press', async () => {
  const host = await visit(browser, DESKTOP, '/');
  await post(host, '/api/guest', { name: 'Marjetka' });
  const game = { name: 'trset', options: { players: 2, target: 21 } };
  const { table, invite } = await post(host, '/api/tables', { game, private: true });
  const link = `/table/${table}?invite=${invite}`;
  await host.goto(`${link}&sit`);
  await byId(host, 'invite').waitFor();
  await byId(host, 'show-qr').click();
  await byId(host, 'qr').waitFor();
  await shootBoth(host, 'invite-desktop');

  // The preview that a messenger shows before anybody has opened it.
  const preview = await (await host.request.get(link)).text();
  assert.match(preview, /<meta property="og:title" content="Marjetka invites you: tršet"/);
  const picture = /<meta property="og:image" content="([^"]+)"/.exec(preview)[1];
  const fetched = await host.request.get(picture);
  assert.equal(fetched.headers()['content-type'], 'image/png');
  assert.doesNotMatch(await (await host.request.get(`/table/${table}`)).text(), /Marjetka|tršet<|og:/);

  const friend = await visit(browser, PHONE, link);
  const page = byId(friend, 'invitation');
  await page.getByRole('heading', { name: 'Marjetka invites you to a game of tršet' }).waitFor();
  assert.match(await page.innerText(), /2 players · to 21/);
  await shootBoth(friend, 'invitation-phone');
  const indents = await page.locator('dl').evaluate((list) =>
    [...list.querySelectorAll('dd')].map((dd) => dd.getBoundingClientRect().left - list.getBoundingClientRect().left),
  );
  assert.deepEqual([...new Set(indents)], [0], 'words have the whole width');
  assert.equal(await overflow(friend), 0);
  await byId(friend, 'sit-join').tap();
  for (const one of [host, friend]) await byId(one, 'hand-card').first().waitFor();

  // Whoever comes later by the same link is told that there is no seat left.
  const late = await visit(browser, DESKTOP, link);
  await byId(late, 'invitation-full').waitFor();
  await shootBoth(late, 'invitation-full');
  await byId(late, 'invitation-watch').click();
  await late.getByText('You are watching').waitFor();
  for (const one of [host, friend, late]) {
    assert.deepEqual(one.faults, []);
    await one.context().close();
  }
});

test('a phrase is said with one press, and read in another language', async () => {
  const host = await visit(browser, DESKTOP, '/');
  const { table, invite } = await post(host, '/api/guest', {}).then(() =>
    post(host, '/api/tables', { game: { name: 'trset', options: { players: 2 } }, private: true }),
  );
  const link = `/table/${table}?invite=${invite}&sit`;
  await host.goto(link);
  await byId(host, 'tab-chat').click();
  const friend = await visit(browser, { ...DESKTOP, locale: 'sl-SI' }, link);
  await byId(friend, 'tab-chat').click();
  await byId(host, 'phrase-thanks').click();
  await byId(host, 'chat').getByText('Thanks!').waitFor();
  await byId(friend, 'chat').getByText('Hvala!').waitFor();
  await shootBoth(friend, 'phrases');
  // Those of whom one wants to hear nothing say no phrases either.
  await byId(friend, 'mute').click();
  await byId(friend, 'chat').getByText('Hvala!').waitFor({ state: 'detached' });
  for (const one of [host, friend]) {
    assert.deepEqual(one.faults, []);
    await one.context().close();
  }
});

/** The boxes of everything that has its place on the cloth. */
function places(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-place], [data-testid="hand-card"], .middle')].map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return [node.dataset.place ?? node.dataset.card ?? 'middle', x, y, width, height].join(' ');
    }),
  );
}

/** Writes a line in the chat. */
async function write(page, text) {
  await byId(page, 'chat-input').fill(text);
  await byId(page, 'chat-input').press('Enter');
}

test('what somebody writes stands in a bubble at their seat for a moment, and nothing moves', async () => {
  const host = await visit(browser, DESKTOP, '/');
  const { table, invite } = await post(host, '/api/guest', { name: 'Ana' }).then(() =>
    post(host, '/api/tables', { game: { name: 'trset', options: { players: 2 } }, private: true }),
  );
  const link = `/table/${table}?invite=${invite}&sit`;
  await host.goto(link);
  const friend = await visit(browser, { ...PHONE, locale: 'sl-SI' }, link);
  for (const page of [host, friend]) {
    await byId(page, 'hand-card').first().waitFor();
    await page.locator('[data-testid="table"][data-still="true"]').waitFor();
  }
  const own = Number((await host.locator('[data-own="true"]').getAttribute('data-testid')).slice('seat-'.length));
  await byId(host, 'tab-chat').click();
  const before = await places(friend);
  const bubble = byId(friend, `said-${own}`);
  await byId(host, 'phrase-bravo').click();
  await bubble.getByText('Bravo!').waitFor();
  assert.deepEqual(await places(friend), before);
  await shootBoth(friend, 'bubble-phrase');
  // To whom the list is not in sight it is said; in the list it is said only there.
  await byId(friend, 'live').getByText('Ana: Bravo!').waitFor();
  assert.doesNotMatch(await byId(host, 'live').textContent(), /Bravo/);
  await bubble.waitFor({ state: 'detached' });

  await write(host, `${'Dolgčas'.repeat(12)} in še nekaj besed, ki jih je treba povedati, preden se igra nadaljuje.`);
  await bubble.waitFor();
  assert.deepEqual(await places(friend), before);
  await shootBoth(friend, 'bubble-long');
  const [box, room] = await Promise.all([bubble.boundingBox(), friend.locator('.cloth').boundingBox()]);
  assert.ok(box.x >= room.x - 1 && box.x + box.width <= room.x + room.width + 1, `in the cloth: ${JSON.stringify([box, room])}`);
  assert.ok(box.height < 90, `three lines at most: ${box.height}`);
  assert.ok(await bubble.locator('bdi').evaluate((text) => text.scrollHeight > text.clientHeight), 'the rest is cut');
  await shootBoth(host, 'bubble-own');

  // Lines said before one came are not said again.
  await friend.reload();
  await byId(friend, 'hand-card').first().waitFor();
  assert.equal(await friend.locator('[data-testid^="said-"]').count(), 0);
  assert.equal(await overflow(friend), 0);
  for (const page of [host, friend]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});
