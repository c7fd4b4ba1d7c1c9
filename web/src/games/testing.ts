/** For tests: the words of the page, of all games and of all packs, in one language. */
import { expect, vi } from 'vitest';
import type { Language } from '../lib/i18n/core';
import { speak } from '../lib/i18n/index.svelte';
import type { Spoken } from '../lib/i18n/catalogues.svelte';
import { coachWords } from '../lib/words/coach/catalogue.svelte';
import { keyWords } from '../lib/words/command/catalogue.svelte';
import { ROOMS } from './room';

/** The time that a slow machine may take to load words. */
export const PATIENCE_MS = 60_000;

export async function speakAll(language: Language): Promise<void> {
  await speak(language);
  const all = [coachWords, keyWords, ...Object.values(ROOMS).flatMap(({ words, coach }) => [...words, coach])] as Spoken<unknown>[];
  for (const words of all) words.follow();
  await vi.waitFor(() => expect(all.filter(({ now }) => now?.language !== language)).toEqual([]), { timeout: PATIENCE_MS });
}
