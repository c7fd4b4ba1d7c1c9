/** The record of a game, as the server has it once the deal is over. */
import { type APIRequestContext, type Page, expect } from '@playwright/test';
import type { GameRecord, GameResult } from '../../src/lib/protocol';

/** Returns what the server answers to a request without a body, which must succeed. */
export async function ask<T>(request: APIRequestContext, address: string): Promise<T> {
  const answer = await request.get(address);
  expect(answer.ok(), `${address}: ${answer.status()}`).toBe(true);
  return (await answer.json()) as T;
}

/** The record of the game whose result is shown. */
export async function recordOf(page: Page): Promise<GameRecord> {
  const id = (await page.getByTestId('look').getAttribute('href'))?.split('/').at(-1);
  return ask(page.request, `/api/games/${id}`);
}

/** The result of a deal of this game. */
export function resultOf<G extends GameResult['game']>({ result }: { result: GameResult }, game: G): Extract<GameResult, { game: G }> {
  expect(result.game).toBe(game);
  return result as Extract<GameResult, { game: G }>;
}
