/** Tarok cards as the whole project writes them: `T1` to `T22`, and suit then rank, as in `HK` or `S10`. */

/** Red and black by turns, so that they stay apart in a hand. */
export const TAROK_SUITS = ['H', 'S', 'D', 'C'] as const;
export type TarokSuit = (typeof TAROK_SUITS)[number];

const COURT = ['K', 'Q', 'C', 'J'] as const;
const RED_PIPS = ['1', '2', '3', '4'] as const;
const BLACK_PIPS = ['10', '9', '8', '7'] as const;
export type CourtRank = (typeof COURT)[number];
export type PipRank = (typeof RED_PIPS)[number] | (typeof BLACK_PIPS)[number];
export type TarokRank = CourtRank | PipRank;

export type TarokNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22;
export type TarokCardName = `${TarokSuit}${TarokRank}` | `T${TarokNumber}`;

export const PAGAT = 1;
export const MOND = 21;
/** The škis has no numeral; it is written T22. */
export const SKIS = 22;

/** The taroks, the strongest first. */
export const TAROKS: readonly TarokCardName[] = Array.from({ length: SKIS }, (_, i): TarokCardName => `T${(SKIS - i) as TarokNumber}`);

/** The ranks of a suit, the strongest first. */
export function ranksOf(suit: TarokSuit): readonly TarokRank[] {
  return [...COURT, ...(suit === 'H' || suit === 'D' ? RED_PIPS : BLACK_PIPS)];
}

/** The whole pack: taroks, then suit by suit, the strongest of each first. */
export const TAROK_CARDS: readonly TarokCardName[] = [
  ...TAROKS,
  ...TAROK_SUITS.flatMap((suit) => ranksOf(suit).map((rank) => `${suit}${rank}` as TarokCardName)),
];

const NAMES: ReadonlySet<string> = new Set(TAROK_CARDS);

export function isTarokCard(text: string): text is TarokCardName {
  return NAMES.has(text);
}

/** True if the text is a tarok, and no card of a suit. */
export function isTarok(text: string): boolean {
  return isTarokCard(text) && tarokNumber(text) !== undefined;
}

/** The number of a tarok; nothing for other cards. */
export function tarokNumber(card: TarokCardName): number | undefined {
  return card.startsWith('T') ? Number(card.slice(1)) : undefined;
}

/** The suit of a card that is no tarok. */
export function tarokSuit(card: TarokCardName): TarokSuit | undefined {
  return TAROK_SUITS.find((suit) => card.startsWith(suit));
}

/** The rank of a card that is no tarok. */
export function tarokRank(card: TarokCardName): TarokRank {
  return card.slice(1) as TarokRank;
}

const TENS = ['', 'X', 'XX'];
const ONES = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];

/** A number to 29 in roman numerals. */
export function roman(number: number): string {
  return `${TENS[Math.floor(number / 10)] ?? ''}${ONES[number % 10] ?? ''}`;
}
