/** Cards as people type them: by code in either order, by numeral, or by the beginnings of the words of their name. */
import type { Deck } from '../../decks/deck';

/** The shortest text that is taken for the beginning of a name. */
const SHORTEST = 3;

/** Returns the text in small letters without accents, its words parted by one space. */
export function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/g, 'd').replace(/\s+/g, ' ').trim();
}

/** Returns the rank of a card in notation and, if it is of a suit, the letter on the card. */
function ranks(card: string, deck: Deck): string[] {
  const { text, sign } = deck.chip(card);
  return [card.slice(1), ...(sign ? [text] : [])];
}

/** Returns the short names of a card: its code, the code turned round, and the same with the letter on the card. */
function codes(card: string, deck: Deck): string[] {
  const suit = card.slice(0, 1);
  const { text, sign } = deck.chip(card);
  const names = ranks(card, deck).flatMap((rank) => [suit + rank, rank + suit]);
  return (sign ? names : [...names, text]).map(plain);
}

/** Returns the cards among these that the text may mean: one if it is plain, none if it means none of them. */
export function cardsMeant(text: string, among: readonly string[], deck: Deck): readonly string[] {
  const wanted = plain(text);
  const byCode = among.filter((card) => codes(card, deck).includes(wanted));
  if (byCode.length > 0) return byCode;
  const byName = among.filter((card) => plain(deck.name(card)) === wanted);
  if (byName.length > 0) return byName;
  const byRank = among.filter((card) => ranks(card, deck).map(plain).includes(wanted));
  if (byRank.length > 0) return byRank;
  if (wanted.length < SHORTEST) return [];
  const parts = wanted.split(' ');
  return among.filter((card) => {
    const words = plain(deck.name(card)).split(' ');
    return parts.every((part) => words.some((word) => word.startsWith(part)));
  });
}
