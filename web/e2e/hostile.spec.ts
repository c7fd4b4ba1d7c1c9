/** Whatever people write is text: it runs nothing, breaks no line, and forms say beside the field what is wrong. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type Visit, expect, test } from './support/fixtures.ts';
import { boxOf, overflow, scrollable, wholeLobby } from './support/page.ts';
import { PHONE } from './support/sizes.ts';
import { becomeGuest, dealt, openTable, still, whoAmI } from './support/table.ts';
import { playOut } from './support/socketPlay.ts';

/** Names as long as they may be. Anything that a page ran of them would call `zz`. */
const [MARKUP, ...OTHERS] = ['<img src=x onerror=zz()>', '<script>zz()</script>', 'مريم وإبراهيم وإسماعيل', 'W'.repeat(24)] as const;
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
/**
 * The line without what the server leaves out: direction marks, which would reorder the text around it, and more than
 * two accents of a letter, which would climb out of it.
 */
const read = (line: string) => line.replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '').replaceAll(/(\p{M}{2})\p{M}+/gu, '$1');

/** A page on a phone that notes whether anything of what was written runs. */
async function guarded({ visit, faults }: { visit: Visit; faults: Error[] }, address = 'about:blank') {
  const page = await visit(PHONE, 'about:blank');
  await page.addInitScript(() => {
    window.zz = () => (window.ran = true);
  });
  page.on('dialog', (dialog) => {
    faults.push(new Error(`a dialog: ${dialog.message()}`));
    void dialog.dismiss();
  });
  if (address !== 'about:blank') await page.goto(address);
  return page;
}

/** Nothing ran, nothing became an element, nothing is wider than the phone. */
async function unharmed(page: Page, name: string) {
  expect(await page.evaluate(() => window.ran), `${name}: something ran`).toBe(undefined);
  expect(await page.locator('img[src="x"], svg[onload], a[href^="javascript:"]').count(), `${name}: markup`).toBe(0);
  expect(await overflow(page), `${name}: wider than the phone`).toBe(0);
}

test('names and chat at a table', async ({ visit, faults }) => {
  const host = await guarded({ visit, faults });
  const address = await openTable(host, { players: 4 }, { bots: null, name: MARKUP });
  const writer = await guarded({ visit, faults });
  const pages = [host, writer, await guarded({ visit, faults }), await guarded({ visit, faults })] as const;
  for (const [n, name] of OTHERS.entries()) {
    const page = pages[n + 1] ?? host;
    await becomeGuest(page, name);
    await page.goto(address);
    await page.locator('[data-testid^="sit-"]').first().tap();
  }
  for (const page of pages) await dealt(page);
  await still(host);
  // On one's own plate a name that long is "You".
  for (const [page, name] of [[writer, MARKUP], ...OTHERS.map((name) => [host, name] as const)] as const) {
    await expect(page.locator('[data-testid^="seat-"] .name').getByText(name, { exact: true }), name).toHaveCount(1);
  }
  expect(await scrollable(host)).toBe(0);
  await unharmed(host, 'the table');

  await host.getByTestId('open-side').tap();
  await host.getByTestId('tab-chat').tap();
  await writer.getByTestId('open-side').tap();
  await writer.getByTestId('tab-chat').tap();
  // More than the server takes at once: the page sends the rest a little later.
  for (const line of LINES) {
    await writer.getByTestId('chat-input').fill(line);
    await writer.getByTestId('chat-input').press('Enter');
  }
  const texts = host.getByTestId('chat').locator('.text');
  await texts.nth(LINES.length - 1).waitFor();
  expect(await texts.evaluateAll((all) => all.map((one) => one.textContent))).toEqual(LINES.map(read));
  expect(await host.getByTestId('chat').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await unharmed(host, 'chat');
  await unharmed(writer, 'chat of who wrote it');
  // More than the longest line does not fit into the field.
  await writer.getByTestId('chat-input').fill('y'.repeat(295));
  await writer.getByTestId('chat-input').pressSequentially('y'.repeat(10));
  expect((await writer.getByTestId('chat-input').inputValue()).length).toBe(300);
  // The live region and the log speak of them as text, too.
  await host.getByTestId('tab-log').tap();
  await unharmed(host, 'the log');

  // A player who looks for a table sees these names on the front page.
  const looker = await guarded({ visit, faults }, '/');
  await wholeLobby(looker);
  await looker.getByTestId('lobby-table').filter({ hasText: MARKUP }).first().waitFor();
  await unharmed(looker, 'the lobby');
});

test('such names in a result, the archive, a replay and on a player’s page', async ({ visit, faults }) => {
  const page = await guarded({ visit, faults });
  await openTable(page, { players: 2 }, { name: MARKUP });
  await dealt(page);
  await playOut(page);
  await page.getByTestId('result').getByText(MARKUP, { exact: false }).first().waitFor();
  await unharmed(page, 'the result');
  const me = await whoAmI(page);
  await page.getByTestId('look').tap();
  await page.getByTestId('replay').waitFor();
  await page.getByTestId('replay').getByText(MARKUP, { exact: true }).first().waitFor();
  await unharmed(page, 'the replay');
  for (const address of [`/games?player=${me.id}`, `/player/${me.id}`, '/account', '/']) {
    await page.goto(address);
    await page.getByText(MARKUP, { exact: false }).first().waitFor();
    await unharmed(page, address);
  }
});

test('addresses', async ({ visit, faults }) => {
  const page = await guarded({ visit, faults });
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
});

test('forms say beside the field what is wrong, and keep what was typed', async ({ visit, faults }) => {
  const taken = `Mira ${randomUUID().slice(0, 6)}`;
  const other = await guarded({ visit, faults }, '/account');
  const made = await other.request.post('/api/register', { data: { name: taken, password: 'korenček in burja' } });
  expect(made.ok(), await made.text()).toBe(true);
  const page = await guarded({ visit, faults }, '/account');
  const name = page.getByTestId('register-name');
  const password = page.getByTestId('register-password');
  const send = page.getByTestId('register').locator('button[type=submit]');
  /** Returns the note at the field for those who see, and for those who hear. */
  const wrongAt = async (field: Locator) => {
    await page.waitForFunction((one) => one.getAttribute('aria-invalid') === 'true', await field.elementHandle());
    const note = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
    const [box, at] = [await boxOf(note), await boxOf(field)];
    expect(box.y >= at.y && box.y - at.y - at.height < 40, 'it stands beside the field').toBe(true);
    return note.innerText();
  };

  await name.fill(taken.toUpperCase());
  await password.fill('burja in korenček');
  await send.tap();
  expect(await wrongAt(name)).toMatch(/taken/);
  expect([await name.inputValue(), await password.inputValue()]).toEqual([taken.toUpperCase(), 'burja in korenček']);
  await unharmed(page, 'a taken name');

  for (const bad of ['x', 'Z̷͎͑̕a̴̖̐l̸̨̛g̶̢̈́o̷͇͛', 'ana\u202Eb', '\u200B\u200B\u200B']) {
    await name.fill(bad);
    await send.tap();
    expect(await wrongAt(name), bad).toMatch(/cannot be used: 2 to 24/);
    expect([await name.inputValue(), await password.inputValue()]).toEqual([bad, 'burja in korenček']);
  }

  // Too short: the browser says so at the field, and nothing is sent.
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  await name.fill(`${taken} B`);
  await password.fill('');
  await password.pressSequentially('short');
  await send.tap();
  expect(await password.evaluate((field: HTMLInputElement) => field.validity.tooShort && document.activeElement === field)).toBe(true);
  expect(asked).toEqual([]);
  // Eight units for the browser, four characters for the server.
  await password.fill('😀😀😀😀');
  await send.tap();
  expect(await wrongAt(password)).toMatch(/at least 8 characters/);
  await expect(name).toHaveValue(`${taken} B`);
  await password.fill('burja in korenček');
  await send.tap();
  await page.getByTestId('logout').waitFor();

  const bot = page.getByTestId('bot-name');
  for (const [bad, words] of [
    ['ro\u200Bbi', /cannot be used/],
    [taken, /taken/],
  ] as const) {
    await bot.fill(bad);
    await page.getByTestId('bot-make').tap();
    expect(await wrongAt(bot)).toMatch(words);
    await expect(bot).toHaveValue(bad);
  }
  await unharmed(page, 'the account');

  // Time that no table allows.
  await page.goto('/create');
  await page.getByTestId('clock-choice').selectOption('own');
  await page.getByTestId('move-s').fill('0');
  const before = asked.length;
  await page.getByTestId('create').tap();
  expect(await page.getByTestId('move-s').evaluate((field: HTMLInputElement) => field.validity.rangeUnderflow)).toBe(true);
  expect(asked.length).toBe(before);
  expect(new URL(page.url()).pathname).toBe('/create');
});
