/** Card names as the whole project writes them: suit letter, then rank, as in `C3` or `BK`. */

export const SUITS = ['C', 'S', 'B', 'D'] as const;
export type Suit = (typeof SUITS)[number];

/** Strongest first, as a hand is sorted. */
export const RANKS = ['3', '2', 'A', 'K', 'C', 'J', '7', '6', '5', '4'] as const;
export type Rank = (typeof RANKS)[number];

export type CardName = `${Suit}${Rank}`;

export const ALL_CARDS: readonly CardName[] = SUITS.flatMap((suit) => RANKS.map((rank): CardName => `${suit}${rank}`));

const NAMES: ReadonlySet<string> = new Set(ALL_CARDS);

export function isCardName(text: string): text is CardName {
  return NAMES.has(text);
}

export function suitOf(card: CardName): Suit {
  return card[0] as Suit;
}

/** Returns the suit, if the text is a card. */
export function suitOfCard(text: string): Suit | undefined {
  return isCardName(text) ? suitOf(text) : undefined;
}

export function rankOf(card: CardName): Rank {
  return card[1] as Rank;
}
