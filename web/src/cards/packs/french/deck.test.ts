import { describe, expect, test, vi } from 'vitest';
import { FRENCH_CARDS } from './notation';
import { frenchSvg } from './draw';
import { LANGUAGES, type Language } from '../../../lib/i18n/core';
import { speak } from '../../../lib/i18n/index.svelte';
import { FRENCH_DECK } from './deck';
import { frenchCardWords } from './names';

/** Among them the two cards whose suit counts in tablić. */
const NAMES: Record<Language, Record<string, string>> = {
  sl: { D10: 'karo desetka', C2: 'križeva dvojka', HA: 'srčni as', SQ: 'pikova dama', HJ: 'srčni fant' },
  hr: { D10: 'desetka karo', C2: 'dvojka tref', HA: 'as herc', SQ: 'dama pik', HJ: 'dečko herc' },
  sr: { D10: 'desetka karo', C2: 'dvojka tref', HA: 'kec herc', SQ: 'dama pik', HJ: 'žandar herc' },
  it: { D10: 'dieci di quadri', C2: 'due di fiori', HA: 'asso di cuori', SQ: 'donna di picche', HJ: 'fante di cuori' },
  en: { D10: 'ten of diamonds', C2: 'two of clubs', HA: 'ace of hearts', SQ: 'queen of spades', HJ: 'jack of hearts' },
};

describe.each(LANGUAGES)('the cards of the French pack in %s', (language) => {
  test('have their names, no two the same', async () => {
    await speak(language);
    frenchCardWords.follow();
    await vi.waitFor(() => expect(FRENCH_DECK.name('HA')).toBe(NAMES[language].HA));
    for (const [card, name] of Object.entries(NAMES[language])) expect(FRENCH_DECK.name(card)).toBe(name);
    expect(new Set(FRENCH_CARDS.map(FRENCH_DECK.name)).size).toBe(52);
    expect(FRENCH_DECK.name('T22')).toBe('T22');
  });
});

test('a hand is held by rank, the king to the left or to the right', () => {
  const hand = ['S10', 'HA', 'C7', 'DK', 'H7', 'T1', 'CQ'];
  expect(FRENCH_DECK.sort(hand)).toEqual(['DK', 'CQ', 'S10', 'H7', 'C7', 'HA']);
  expect(FRENCH_DECK.sort(hand, 'rank')).toEqual(FRENCH_DECK.sort(hand, 'strong'));
  expect(FRENCH_DECK.sort(hand, 'weak')).toEqual(['HA', 'H7', 'C7', 'S10', 'CQ', 'DK']);
});

test('what is no card of the pack shows its back', () => {
  const shown = (card: string | undefined): string => decodeURIComponent(FRENCH_DECK.image(card, 'full').split(/,(.*)/s)[1] ?? '');
  expect([shown(undefined), shown('T22')]).toEqual([frenchSvg('back'), frenchSvg('back')]);
  expect(shown('D10')).toBe(frenchSvg('D10'));
  expect([FRENCH_DECK.has('D10'), FRENCH_DECK.has('T22')]).toEqual([true, false]);
});

test('in little, red and black suits differ in ink and every suit in its sign', () => {
  const chips = ['H10', 'D10', 'S10', 'C10'].map(FRENCH_DECK.chip);
  expect(chips.map(({ text }) => text)).toEqual(['10', '10', '10', '10']);
  expect(new Set(chips.map(({ sign }) => sign?.path)).size).toBe(4);
  expect(chips[0]?.sign?.ink).toBe(chips[1]?.sign?.ink);
  expect(chips[0]?.sign?.ink).not.toBe(chips[2]?.sign?.ink);
});
