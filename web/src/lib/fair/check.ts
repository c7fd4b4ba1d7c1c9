/** The check that the cards of a finished deal are those that were promised, step by step. */
import { GAMES } from '../../games';
import { PREPARED, type GameRecord, type Seat } from '../protocol';
import { isPrepared } from '../state/kind';
import { cardsIn } from '../state/zones';
import { keyStream } from './chacha';
import { checkNonces, type NoncesCheck } from './nonces';
import type { Seen } from './promises';
import { sha256 } from './sha256';
import { fromHex, seedInput, shuffle, toHex } from './shuffle';

/** The number of words of the key stream that are shown. */
const SHOWN_WORDS = 8;

/** Cards that must be somewhere, and those that the record has there. */
export interface Compared {
  computed: string[];
  recorded: string[];
  same: boolean;
}

export interface FairCheck {
  /** True if one of the prepared deals was dealt, and no pack shuffled. */
  prepared: boolean;
  /** SHA-256 of the secret. */
  commitment: string;
  /** True if it is the commitment in the record. */
  kept: boolean;
  /** The commitment that this browser received before the deal, if it was there. */
  promised: string | undefined;
  /** True if that is the one in the record, or if this browser was not there. */
  promisedKept: boolean;
  /** The check of the players' nonces and of the promises dropped before. */
  added: NoncesCheck;
  /** The input that the seed is the hash of, in hexadecimal digits. */
  input: string;
  seed: string;
  /** The key stream's first words. */
  words: number[];
  pack: string[];
  /** The number of shuffles thrown away before this one, because not all hands could be played. */
  attempt: number;
  shuffled: string[];
  /** The cards that lie open on the table at first. */
  table: Compared;
  hands: (Compared & { seat: Seat })[];
  stock: Compared;
  /** True if everything is as it must be. */
  fair: boolean;
}

export async function checkDeal(record: GameRecord, seen?: Seen): Promise<FairCheck> {
  const promised = seen?.commitment;
  const added = checkNonces(record, seen);
  const commitment = toHex(await sha256(fromHex(record.secret)));
  const game = GAMES[record.options.name];
  const pack = game.freshPack(record.options.options);
  const seats = record.cards.hands.length;
  const { attempt, input, seed, shuffled } = await shuffleOf(record, pack);
  const dealt = game.dealt(shuffled, seats);
  const words = keyStream(seed);
  const hands = record.cards.hands.map((recorded, seat) => {
    // The player after the dealer is dealt first.
    const turn = (seat - record.dealer - 1 + 2 * seats) % seats;
    return { seat, ...compareSets(dealt.hands[turn] ?? [], recorded) };
  });
  // The stock's order is the order in which it is drawn.
  const stock = compare(dealt.stock, record.cards.stock);
  const table = compareSets(dealt.table, cardsIn(record.zones, 'table'));
  const kept = commitment === record.commitment;
  const promisedKept = promised === undefined || promised === record.commitment;
  return {
    prepared: isPrepared(record.options),
    commitment,
    kept,
    promised,
    promisedKept,
    added,
    input: toHex(input),
    seed: toHex(seed),
    words: Array.from({ length: SHOWN_WORDS }, () => words.next().value),
    pack,
    attempt,
    shuffled,
    table,
    hands,
    stock,
    fair: kept && promisedKept && added.fair && table.same && stock.same && hands.every((hand) => hand.same),
  };
}

interface Shuffled {
  attempt: number;
  input: Uint8Array;
  seed: Uint8Array;
  shuffled: string[];
}

/** More attempts than any real deal needs: of tarok one in a thousand needs a second one. */
const MOST_ATTEMPTS = 20;

/** Returns the first shuffle that counts. Of prepared deals the list is shuffled. */
async function shuffleOf(record: GameRecord, pack: readonly string[]): Promise<Shuffled> {
  const secret = fromHex(record.secret);
  const seats = record.cards.hands.length;
  const game = GAMES[record.options.name];
  for (let attempt = 0; ; attempt++) {
    const input = seedInput(secret, record.nonces, attempt);
    const seed = await sha256(input);
    if (isPrepared(record.options)) return { attempt, input, seed, shuffled: shuffle(PREPARED[seats] ?? [], seed)[0]?.split(' ') ?? [] };
    const shuffled = shuffle(pack, seed);
    if (game.isPlayable(game.dealt(shuffled, seats).hands, record.options.options) || attempt === MOST_ATTEMPTS)
      return { attempt, input, seed, shuffled };
  }
}

/** Compares cards that are held in no order. */
function compareSets(computed: readonly string[], recorded: readonly string[]): Compared {
  return compare([...computed].sort(), [...recorded].sort());
}

function compare(computed: string[], recorded: string[]): Compared {
  return { computed, recorded, same: computed.join() === recorded.join() };
}
