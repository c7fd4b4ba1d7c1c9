/** Whether the cards of a finished deal are those that were promised, step by step. */
import { RANKS, SUITS, type CardName } from '../../cards/notation';
import type { GameRecord, Seat } from '../protocol';
import { removedCard } from '../state/trset';
import { keyStream } from './chacha';
import { sha256 } from './sha256';
import { fromHex, seedInput, shuffle, toHex } from './shuffle';

const HAND = 10;
/** How much of the key stream is shown. */
const SHOWN_WORDS = 8;

/** Cards that must be somewhere, and those that the record has there. */
export interface Compared {
  computed: string[];
  recorded: string[];
  same: boolean;
}

export interface FairCheck {
  /** SHA-256 of the secret. */
  commitment: string;
  /** Whether it is the one in the record. */
  kept: boolean;
  /** What this browser was promised before the deal, if it was there. */
  promised: string | undefined;
  /** Whether that is the one in the record; true if this browser was not there. */
  promisedKept: boolean;
  /** What the seed is the hash of, in hexadecimal digits. */
  input: string;
  seed: string;
  /** The key stream's first words. */
  words: number[];
  pack: CardName[];
  shuffled: CardName[];
  hands: (Compared & { seat: Seat })[];
  stock: Compared;
  /** Whether everything is as it must be. */
  fair: boolean;
}

/** The pack before the shuffle: each suit from the weakest card up. */
export function freshPack(removed?: string): CardName[] {
  const pack = SUITS.flatMap((suit) => [...RANKS].reverse().map((rank): CardName => `${suit}${rank}`));
  return pack.filter((card) => card !== removed);
}

export async function checkDeal(record: GameRecord, promised?: string): Promise<FairCheck> {
  const secret = fromHex(record.secret);
  const commitment = toHex(await sha256(secret));
  const input = seedInput(secret, record.nonces);
  const seed = await sha256(input);
  const pack = freshPack(removedCard(record.options.options));
  const shuffled = shuffle(pack, seed);
  const words = keyStream(seed);
  const seats = record.cards.hands.length;
  const hands = record.cards.hands.map((recorded, seat) => {
    // The player after the dealer is dealt first.
    const turn = (seat - record.dealer - 1 + 2 * seats) % seats;
    const computed = shuffled.slice(turn * HAND, (turn + 1) * HAND);
    return { seat, ...compare([...computed].sort(), [...recorded].sort()) };
  });
  // The stock's order is the order in which it is drawn.
  const stock = compare(shuffled.slice(seats * HAND), record.cards.stock);
  const kept = commitment === record.commitment;
  const promisedKept = promised === undefined || promised === record.commitment;
  return {
    commitment,
    kept,
    promised,
    promisedKept,
    input: toHex(input),
    seed: toHex(seed),
    words: Array.from({ length: SHOWN_WORDS }, () => words.next().value),
    pack,
    shuffled,
    hands,
    stock,
    fair: kept && promisedKept && stock.same && hands.every((hand) => hand.same),
  };
}

function compare(computed: string[], recorded: string[]): Compared {
  return { computed, recorded, same: computed.join() === recorded.join() };
}
