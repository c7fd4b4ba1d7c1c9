/** Whatever people write is text: it runs nothing, breaks no line, and forms say beside the field what is wrong. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, byId, launch, overflow, scrollable, shootBoth, visit, wholeLobby } from './browser.mjs';
import { becomeGuest, dealt, openTable, still } from './table.mjs';
import { playOut } from './unseen.mjs';

/** Names as long as they may be. Anything that a page ran of them would call `zz`. */
const NAMES = ['<img src=x onerror=zz()>', '<script>zz()</script>', 'مريم وإبراهيم وإسماعيل', 'W'.repeat(24)];
const LINES = [
  '<img src=x onerror=zz()>',
  '<script>zz()</script><a href="javascript:zz()">x</a>',
  '"><svg onload=zz()>',
  '\u202Eabc\u2066 א ب',
  '👩‍👩‍👧‍👦🂡🇸🇮❤️',
  '&lt;b&gt; &amp; {name} {{7*7}} ${zz()}',
  'x'.repeat(300),
  'Z̷͎͑̕a̴̖̐l̸̨̛g̶̢̈́o̷͇͛',
];
/** The line without its direction marks, which the server leaves out: they would reorder the text around it. */
const read = (line) => line.replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '');
let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** A page on a phone that notes whether anything of what was written runs. */
async function guarded(address = 'about:blank') {
  const page = await visit(browser, PHONE, 'about:blank');
  await page.addInitScript(() => {
    window.zz = () => (window.ran = true);
  });
  page.on('dialog', (dialog) => {
    page.faults.push(new Error(`a dialog: ${dialog.message()}`));
    void dialog.dismiss();
  });
  if (address !== 'about:blank') await page.goto(address);
  return page;
}

/** Nothing ran, nothing became an element, nothing is wider than the phone. */
async function unharmed(page, name) {
  assert.equal(await page.evaluate(() => window.ran), undefined, `${name}: something ran`);
  assert.equal(await page.locator('img[src="x"], svg[onload], a[href^="javascript:"]').count(), 0, `${name}: markup`);
  assert.equal(await overflow(page), 0, `${name}: wider than the phone`);
  assert.deepEqual(page.faults, [], name);
}

test('names and chat at a table', async () => {
  const host = await guarded();
  const address = await openTable(host, { players: 4 }, { bots: undefined, name: NAMES[0] });
  const pages = [host];
  for (const name of NAMES.slice(1)) {
    const page = await guarded();
    await becomeGuest(page, name);
    await page.goto(address);
    await page.locator('[data-testid^="sit-"]').first().tap();
    pages.push(page);
  }
  for (const page of pages) await dealt(page);
  await still(host);
  for (const name of NAMES) {
    assert.equal(await host.locator('[data-testid^="seat-"] .name').getByText(name, { exact: true }).count(), 1, name);
  }
  assert.equal(await scrollable(host), 0);
  await unharmed(host, 'the table');
  await shootBoth(host, 'hostile-table-phone');

  const [, writer] = pages;
  await byId(host, 'open-side').tap();
  await byId(host, 'tab-chat').tap();
  await byId(writer, 'open-side').tap();
  await byId(writer, 'tab-chat').tap();
  // More than the server takes at once: the page sends the rest a little later.
  for (const line of LINES) {
    await byId(writer, 'chat-input').fill(line);
    await byId(writer, 'chat-input').press('Enter');
  }
  const texts = byId(host, 'chat').locator('.text');
  await texts.nth(LINES.length - 1).waitFor();
  assert.deepEqual(await texts.evaluateAll((all) => all.map((one) => one.textContent)), LINES.map(read));
  assert.equal(await byId(host, 'chat').evaluate((list) => list.scrollWidth - list.clientWidth), 0);
  await unharmed(host, 'chat');
  await unharmed(writer, 'chat of who wrote it');
  await shootBoth(host, 'hostile-chat-phone');
  // More than the longest line does not fit into the field.
  await byId(writer, 'chat-input').fill('y'.repeat(295));
  await byId(writer, 'chat-input').pressSequentially('y'.repeat(10));
  assert.equal((await byId(writer, 'chat-input').inputValue()).length, 300);
  // The live region and the log speak of them as text, too.
  await byId(host, 'tab-log').tap();
  await unharmed(host, 'the log');

  // A player who looks for a table sees these names on the front page.
  const looker = await guarded('/');
  await wholeLobby(looker);
  await byId(looker, 'lobby-table').filter({ hasText: NAMES[0] }).first().waitFor();
  await unharmed(looker, 'the lobby');
  await shootBoth(looker, 'hostile-lobby-phone', true);
  for (const page of [...pages, looker]) await page.context().close();
});

test('such names in a result, the archive, a replay and on a player’s page', async () => {
  const page = await guarded();
  await openTable(page, { players: 2 }, { name: NAMES[0] });
  await dealt(page);
  await playOut(page);
  await byId(page, 'result').getByText(NAMES[0], { exact: false }).first().waitFor();
  await unharmed(page, 'the result');
  await shootBoth(page, 'hostile-result-phone');
  const me = (await page.evaluate(async () => (await fetch('/api/me')).json())).user;
  await byId(page, 'look').tap();
  await byId(page, 'replay').waitFor();
  await byId(page, 'replay').getByText(NAMES[0], { exact: true }).first().waitFor();
  await unharmed(page, 'the replay');
  for (const address of [`/games?player=${me.id}`, `/player/${me.id}`, '/account', '/']) {
    await page.goto(address);
    await page.getByText(NAMES[0], { exact: false }).first().waitFor();
    await unharmed(page, address);
  }
  await page.context().close();
});

test('addresses', async () => {
  const page = await guarded();
  const evil = encodeURIComponent('<img src=x onerror=zz()>"\'><script>zz()</script>');
  const addresses = [
    `/table/${evil}?invite=${evil}`,
    `/game/${evil}?move=${evil}`,
    `/game/${evil}/fair`,
    `/player/${evil}`,
    `/games?kind=${evil}&player=${evil}&from=${evil}&until=${evil}`,
    `/leaderboard?kind=${evil}`,
    `/rules/${evil}`,
    `/${evil}/${evil}?${evil}#${evil}`,
    '/table/%E0%A4%A',
    `/player/${'x'.repeat(300)}`,
  ];
  for (const address of addresses) {
    await page.goto(address);
    // Something is said, in the page's own words.
    await page.locator('main').locator('h1, [role="alert"]').first().waitFor();
    await unharmed(page, address);
  }
  await page.context().close();
});

test('forms say beside the field what is wrong, and keep what was typed', async () => {
  const taken = `Mira ${Date.now() % 1_000_000}`;
  const other = await guarded('/account');
  const made = await other.request.post('/api/register', { data: { name: taken, password: 'korenček in burja' } });
  assert.ok(made.ok(), await made.text());
  const page = await guarded('/account');
  const name = byId(page, 'register-name');
  const password = byId(page, 'register-password');
  const send = byId(page, 'register').locator('button[type=submit]');
  /** Returns the note at the field for those who see, and for those who hear. */
  const wrongAt = async (field) => {
    await page.waitForFunction((one) => one.getAttribute('aria-invalid') === 'true', await field.elementHandle());
    const note = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
    const [box, at] = [await note.boundingBox(), await field.boundingBox()];
    assert.ok(box.y >= at.y && box.y - at.y - at.height < 40, 'it stands beside the field');
    return note.innerText();
  };

  await name.fill(taken.toUpperCase());
  await password.fill('burja in korenček');
  await send.tap();
  assert.match(await wrongAt(name), /taken/);
  assert.deepEqual([await name.inputValue(), await password.inputValue()], [taken.toUpperCase(), 'burja in korenček']);
  await unharmed(page, 'a taken name');
  await shootBoth(page, 'hostile-register-phone', true);

  for (const bad of ['x', 'Z̷͎͑̕a̴̖̐l̸̨̛g̶̢̈́o̷͇͛', 'ana\u202Eb', '\u200B\u200B\u200B']) {
    await name.fill(bad);
    await send.tap();
    assert.match(await wrongAt(name), /cannot be used: 2 to 24/, bad);
    assert.deepEqual([await name.inputValue(), await password.inputValue()], [bad, 'burja in korenček']);
  }

  // Too short: the browser says so at the field, and nothing is sent.
  const asked = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  await name.fill(`${taken} B`);
  await password.fill('');
  await password.pressSequentially('short');
  await send.tap();
  assert.equal(await password.evaluate((field) => field.validity.tooShort && document.activeElement === field), true);
  assert.deepEqual(asked, []);
  // Eight units for the browser, four characters for the server.
  await password.fill('😀😀😀😀');
  await send.tap();
  assert.match(await wrongAt(password), /at least 8 characters/);
  assert.equal(await name.inputValue(), `${taken} B`);
  await password.fill('burja in korenček');
  await send.tap();
  await byId(page, 'logout').waitFor();

  const bot = byId(page, 'bot-name');
  for (const [bad, words] of [['ro\u200Bbi', /cannot be used/], [taken, /taken/]]) {
    await bot.fill(bad);
    await byId(page, 'bot-make').tap();
    assert.match(await wrongAt(bot), words);
    assert.equal(await bot.inputValue(), bad);
  }
  await unharmed(page, 'the account');
  await shootBoth(page, 'hostile-account-phone', true);

  // Time that no table allows.
  await page.goto('/create');
  await byId(page, 'clock-choice').selectOption('own');
  await byId(page, 'move-s').fill('0');
  const before = asked.length;
  await byId(page, 'create').tap();
  assert.equal(await byId(page, 'move-s').evaluate((field) => field.validity.rangeUnderflow), true);
  assert.equal(asked.length, before);
  assert.equal(new URL(page.url()).pathname, '/create');
  await page.context().close();
  await other.context().close();
});
