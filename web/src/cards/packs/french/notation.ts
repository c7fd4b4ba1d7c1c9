/** The cards of the French pack as the whole project writes them: suit letter, then rank, as in `HA` or `S10`. */

/** Red and black by turns, so that they stay apart in a hand. */
export const FRENCH_SUITS = ['H', 'S', 'D', 'C'] as const;
export type FrenchSuit = (typeof FRENCH_SUITS)[number];

/** Low to high. */
export const FRENCH_RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const;
export type FrenchRank = (typeof FRENCH_RANKS)[number];
export type FrenchCourtRank = 'J' | 'Q' | 'K';
export type FrenchPipRank = Exclude<FrenchRank, FrenchCourtRank | 'A'>;

export type FrenchCardName = `${FrenchSuit}${FrenchRank}`;

/** The whole pack, suit by suit, low to high. */
export const FRENCH_CARDS: readonly FrenchCardName[] = FRENCH_SUITS.flatMap((suit) =>
  FRENCH_RANKS.map((rank): FrenchCardName => `${suit}${rank}`),
);

const NAMES: ReadonlySet<string> = new Set(FRENCH_CARDS);

export function isFrenchCard(text: string): text is FrenchCardName {
  return NAMES.has(text);
}

export function frenchSuit(card: FrenchCardName): FrenchSuit {
  return card[0] as FrenchSuit;
}

export function frenchRank(card: FrenchCardName): FrenchRank {
  return card.slice(1) as FrenchRank;
}
