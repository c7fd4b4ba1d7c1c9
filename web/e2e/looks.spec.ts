/** Names of guests, and faces. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { CreatedTable, Player, TableSummary } from '../src/lib/protocol';
import { accessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { overflow } from './support/page.ts';
import { ask } from './support/record.ts';
import { DESKTOP, PHONE, SMALL } from './support/sizes.ts';
import { UNHURRIED, becomeGuest, post, whoAmI } from './support/table.ts';

/** Keeps a picture of the page, if VZETEK_PICTURES names a folder for them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.VZETEK_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Sets a private table up, at which its host sits. Returns its link. */
async function invite(host: Page, game: object = { name: 'trset', options: { players: 2 } }): Promise<string> {
  await becomeGuest(host, 'Marjetka');
  const { table, invite } = await post<CreatedTable>(host, '/api/tables', { game, private: true, clock: UNHURRIED });
  const link = `/table/${table}?invite=${invite}`;
  await host.goto(`${link}&sit`);
  await host.getByTestId('invite').waitFor();
  return link;
}

for (const [size, window] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`a guest says a name and picks a face on the invitation, and the host sees both: ${size}`, async ({ visit }) => {
    const host = await visit(DESKTOP, '/');
    const link = await invite(host);
    const friend = await visit(window, link);
    const name = friend.getByTestId('own-name');
    await name.waitFor();
    // All that a friend needs stands in the window at once.
    await expect(friend.getByTestId('sit-join')).toBeInViewport({ ratio: 1 });
    await picture(friend, `invited-${size}`);
    await accessible(friend, 'invitation');
    // A name that an account or the house has is refused at the field, and no seat is taken.
    await name.fill('Burja');
    await friend.getByTestId('sit-join').click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toBeFocused();
    await expect(friend.getByTestId('own-looks').getByRole('alert')).toHaveText(/taken/);
    expect(await whoAmI(friend).then((me) => me.name)).not.toBe('Burja');
    await name.fill(' ');
    await friend.getByTestId('sit-join').click();
    await expect(friend.getByTestId('own-looks').getByRole('alert')).toHaveText('Type a name.');
    // A face by a press, and the next one by an arrow key.
    await friend.getByTestId('choose-face').click();
    await expect(friend.getByTestId('own-looks').getByRole('radio')).toHaveCount(38);
    await friend.getByTestId('face-T6').check();
    await friend.getByTestId('face-T6').press('ArrowRight');
    await expect(friend.getByRole('radio', { name: 'tarok VII', exact: true })).toBeChecked();
    await expect.poll(async () => (await whoAmI(friend)).face).toBe('T7');
    expect(await overflow(friend)).toBe(0);
    await accessible(friend, 'faces');
    await picture(friend, `invitation-${size}`);
    // A face that was picked a moment ago goes with the name.
    await friend.getByTestId('face-T8').check();
    await friend.getByTestId('face-T7').check();
    await name.fill('Žan');
    await friend.getByTestId('sit-join').click();
    for (const page of [host, friend]) await page.getByTestId('hand-card').first().waitFor();
    const plate = host.locator('[data-testid^="seat-"][data-own="false"]');
    await expect(plate).toHaveAttribute('aria-label', /^Žan, guest/);
    await expect(plate.locator('bdi').first()).toHaveText('Žan');
    await expect(plate.locator('[data-face]')).toHaveAttribute('data-face', 'T7');
    await picture(host, `host-${size}`);
    await picture(friend, `table-${size}`);
    // At the table the name changes in the menu; the host reads it at once, and after a reload.
    await friend.getByTestId('settings').click();
    await name.fill('Žana');
    await friend.getByTestId('own-name-save').click();
    await friend.getByTestId('own-looks').getByText('Others see you now as Žana.').waitFor();
    // The clock of a turn takes the place of the mark.
    await expect(friend.locator('[data-testid^="seat-"][data-turn="false"]').getByText('guest', { exact: true })).toBeInViewport();
    await picture(friend, `menu-${size}`);
    await expect(plate).toHaveAttribute('aria-label', /^Žana, guest/);
    await host.reload();
    await expect(plate).toHaveAttribute('aria-label', /^Žana, guest/);
    await expect(plate.locator('[data-face]')).toHaveAttribute('data-face', 'T7');
  });
}

test('no two at a table look alike, and all see the same', async ({ visit }) => {
  const host = await visit(DESKTOP, '/');
  const link = await invite(host, { name: 'trset', options: { players: 3 } });
  const friends = [await visit(PHONE, '/'), await visit(DESKTOP, '/')];
  for (const page of [host, ...friends]) {
    if (page !== host) await becomeGuest(page);
    const { face } = (await (await page.request.put('/api/me/face', { data: { face: 'SQ' } })).json()) as Player;
    expect(face).toBe('SQ');
  }
  for (const page of friends) await page.goto(`${link}&sit`);
  for (const page of [host, ...friends]) {
    await page.getByTestId('hand-card').first().waitFor();
    const faces = await Promise.all(
      [0, 1, 2].map((seat) => page.getByTestId(`seat-${seat}`).locator('[data-face]').getAttribute('data-face')),
    );
    expect(faces).toEqual(['SQ', 'DQ', 'CQ']);
  }
  await picture(host, 'no-two-alike');
});

test('the page of the account has both, in a window of 320 pixels, and persons a face alone', async ({ visit }) => {
  const page = await visit({ ...SMALL, viewport: { width: 320, height: 568 } }, '/');
  await becomeGuest(page);
  await page.goto('/account');
  await page.getByTestId('choose-face').tap();
  await page.getByTestId('face-HK').waitFor();
  expect(await overflow(page)).toBe(0);
  const rights = await page
    .getByTestId('own-looks')
    .locator('label')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  expect(rights.every(({ left, right }) => left >= 0 && right <= 320)).toBe(true);
  expect(Math.min(...rights.slice(1).map(({ width, height }) => Math.min(width, height)))).toBeGreaterThanOrEqual(44);
  await page.getByTestId('face-HK').tap();
  await page.getByTestId('own-name').fill('Zarja');
  await page.getByTestId('own-name').press('Enter');
  await expect(page.getByTestId('who')).toHaveText(/Zarja/);
  await expect.poll(async () => (await whoAmI(page)).face).toBe('HK');
  await picture(page, 'account-320');
  await page.reload();
  await expect(page.getByTestId('choose-face')).toHaveAttribute('data-face', 'HK');
  // A name shows in the lobby, too.
  await post<CreatedTable>(page, '/api/tables', { game: { name: 'trset', options: { players: 2 } } }).then(({ table }) =>
    page.goto(`/table/${table}?sit`),
  );
  await page.getByTestId('topline').waitFor();
  const me = await whoAmI(page);
  const tables = await ask<TableSummary[]>(page.request, '/api/tables');
  expect(tables.flatMap(({ seats }) => seats).find((player) => player?.id === me.id)).toMatchObject({ name: 'Zarja', face: 'HK' });

  const person = await visit(DESKTOP, '/');
  await post(person, '/api/register', { name: `Oseba ${me.id.slice(0, 6)}`, password: 'korenček in burja' });
  await person.goto('/account');
  await person.getByTestId('choose-face').first().waitFor();
  await expect(person.getByTestId('own-name')).toHaveCount(0);
  // The owner of a bot chooses its face: a tarok, since the one that a bot has by its id is a court.
  await person.getByTestId('bot-name').fill(`Bot ${me.id.slice(0, 6)}`);
  await person.getByTestId('bot-make').click();
  const bots = person.getByTestId('my-bots');
  await bots.getByRole('button', { name: `Choose a picture for Bot ${me.id.slice(0, 6)}` }).click();
  await bots.getByRole('radio', { name: 'tarok IX', exact: true }).check();
  await expect(bots.getByTestId('choose-face')).toHaveAttribute('data-face', 'T9');
  await expect.poll(async () => (await ask<Player[]>(person.request, '/api/bots'))[0]?.face).toBe('T9');
  await picture(person, 'account-desktop');
  await person.setViewportSize({ width: 320, height: 568 });
  expect(await overflow(person)).toBe(0);
  await bots.scrollIntoViewIfNeeded();
  await picture(person, 'bots-320');
});
