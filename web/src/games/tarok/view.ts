/** A deal of tarok as the page shows it. */
import type { Seat, TarokOptions, TarokStatus, TarokTerms } from '../../lib/protocol';
import type { Common, Followed, Frame } from '../../lib/state/view';
import { cardsIn, countIn } from '../../lib/state/zones';
import { bySeat, common, trickFrom } from '../common';

export interface TarokView extends Common {
  options: TarokOptions;
  phase: TarokPhase;
  /** The number of cards of the talon that lie face down. */
  talon: number;
  /** The cards of an open talon that nobody took into the hand. */
  left: readonly string[];
  /** The cards that were put away, as far as the reader knows them, and their number. */
  away: { n: number; cards: readonly string[] };
}

export type TarokGameView = TarokView & { game: 'tarok' };

/** The phase of a deal of tarok, and what belongs to it. */
export type TarokPhase = Named<TarokStatus>;
type Named<S> = S extends { phase: infer Name } ? Omit<S, 'phase'> & { name: Name } : never;

export function tarokView(frame: Frame, deal: Followed, status: TarokStatus, options: TarokOptions): TarokGameView {
  const { zones } = deal;
  const { phase: name, ...rest } = status;
  return {
    ...common(frame, deal),
    game: 'tarok',
    options,
    trick: status.phase === 'playing' ? trickFrom(frame, zones, status.leader) : undefined,
    tricks: 'tricks' in status ? status.tricks : bySeat(frame, () => 0),
    phase: { ...rest, name } as TarokPhase,
    talon: countIn(zones, 'talon') - cardsIn(zones, 'talon').length,
    left: cardsIn(zones, 'left'),
    away: { n: countIn(zones, 'away'), cards: cardsIn(zones, 'away') },
  };
}

/** True if four play, of whom one may call a king. */
export function isOfFour({ options }: Pick<TarokView, 'options'>): boolean {
  return options.players === 4;
}

/** Returns the contract that is played, once it is known. */
export function undertakingOf(phase: TarokPhase): TarokTerms | undefined {
  return 'undertaking' in phase ? phase.undertaking : undefined;
}

/** True from the call until everybody has been shown who holds the king. */
export function hidesSides({ phase }: TarokView): boolean {
  return undertakingOf(phase)?.called?.sides.includes(null) ?? false;
}

/** True if the hand of the seat lies open on the table, as in an open berač. */
export function isLaidOpen(view: TarokView, seat: Seat): boolean {
  const undertaking = undertakingOf(view.phase);
  const known = view.known[seat] ?? [];
  return undertaking?.contract === 'open_berac' && undertaking.declarer === seat && known.length === view.hand_sizes[seat];
}
