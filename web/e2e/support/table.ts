/** Tables that the form does not offer: with a clock of their own, or quickly one after the other. */
import { type Page, expect } from '@playwright/test';
import type { Clock, CreatedTable, GameOptions, Player, Session, TableConfig, TrsetOptions } from '../../src/lib/protocol';
import { settled } from './page.ts';

/** Nobody is hurried, and nobody played for: neither a slow machine nor a page that is loaded anew. */
export const UNHURRIED: Clock = { move_ms: 600_000, bank_ms: 0, grace_ms: 120_000 };

/** A setup, with `gentle` bots and without hurry unless it says otherwise. */
export interface Setup extends Omit<TableConfig, 'bots'> {
  /** `null` for people only. */
  bots?: string | null;
}

/** A setup of a table at which a new guest of this name sits. */
export interface OwnSetup extends Omit<Setup, 'game'> {
  name?: string;
}

/** Sends a request with this body, which must succeed, and returns the answer. */
export async function post<T>(page: Page, address: string, data: unknown): Promise<T> {
  const answer = await page.request.post(address, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** Makes the page's visitor a guest of this name, or of one that is made up. */
export async function becomeGuest(page: Page, name?: string): Promise<Player> {
  const { user } = await post<Session>(page, '/api/guest', name === undefined ? {} : { name });
  return user;
}

/** Returns the account of the page's visitor. */
export async function whoAmI(page: Page): Promise<Player> {
  const { user } = (await (await page.request.get('/api/me')).json()) as Session;
  return user;
}

/** Sets a table of tršet up as a new guest and sits down at it. */
export async function openTable(page: Page, options: TrsetOptions, { name, ...config }: OwnSetup = {}): Promise<string> {
  await becomeGuest(page, name);
  return anotherTable(page, { game: { name: 'trset', options }, ...config });
}

/** Sets a table up as whoever the page belongs to already. Returns its name and its address. */
export async function createTable(page: Page, { bots = 'gentle', ...config }: Setup): Promise<{ table: string; address: string }> {
  const { table, invite } = await post<CreatedTable>(page, '/api/tables', {
    clock: UNHURRIED,
    ...config,
    ...(bots === null ? {} : { bots }),
  });
  return { table, address: `/table/${table}${invite ? `?invite=${invite}` : ''}` };
}

/** Sets a table up as whoever the page belongs to already, and sits down at it. */
export async function anotherTable(page: Page, config: Setup): Promise<string> {
  const { address } = await createTable(page, config);
  await page.goto(address);
  await page.locator('[data-testid^="sit-"]').first().click();
  return address;
}

/** Waits until everything that happened has been shown, and lies where it stays. */
export async function still(page: Page): Promise<void> {
  await page.locator('[data-testid="table"][data-still="true"]').waitFor();
  await settled(page);
}

/** Waits until the cards are dealt. */
export async function dealt(page: Page): Promise<void> {
  await page.getByTestId('hand-card').first().waitFor();
}

export type { GameOptions };
