/** The cards that travel between two pictures of a table. Their places on the screen are no business of this file. */
import type { GameEvent, GameView, Seat } from '../protocol';
import { isTarokEvent } from './game';
import { factsSince } from './log';
import type { TableState } from './table';
import type { Taking } from './tablic/taking';

export type Motion =
  /** Everybody's cards come from the dealer; `open` are those that the reader sees: their own, and what lies on the table. */
  | { kind: 'deal'; dealer: Seat; seats: readonly Seat[]; open: readonly string[] }
  | { kind: 'play'; seat: Seat; card: string; own: boolean }
  | { kind: 'take'; seat: Seat; cards: readonly string[] }
  | { kind: 'draw'; seat: Seat; card: string; own: boolean }
  /** Cards of the talon go into a hand. */
  | { kind: 'talon'; seat: Seat; cards: readonly string[]; own: boolean }
  /** A card is put away; the reader sees which if it is their own or lies open. */
  | { kind: 'discard'; seat: Seat; card: string | undefined; own: boolean }
  /** A card of the talon goes with a trick. */
  | { kind: 'gift'; seat: Seat; card: string };

/** The most motions at once that one could follow as play; more are a catching up. */
const MOST = 10;

/** Returns the motions; none if the second picture does not simply go on from the first. */
export function motionsBetween(before: TableState, after: TableState): Motion[] {
  if (before.telling !== after.telling || !after.deal) return [];
  const { view } = after.deal;
  const told = factsSince(before.log, after.log).flatMap((fact): Motion[] => {
    if (fact.kind === 'deal') {
      return [dealt(view, view.game === 'tablic' ? view.cards : [])];
    }
    if (fact.kind !== 'game') return [];
    const { event } = fact;
    if (!('seat' in event)) return [];
    const own = event.seat === after.you;
    switch (event.type) {
      case 'played':
        return [{ kind: 'play', seat: event.seat, card: event.card, own }];
      case 'trick_taken':
        return [{ kind: 'take', seat: event.seat, cards: view.last_trick?.cards ?? [] }, ...giftOf(event)];
      case 'laid':
        return [{ kind: 'play', seat: event.seat, card: event.card, own }];
      case 'dealt':
        return [dealt(view)];
      case 'drew':
        return [{ kind: 'draw', seat: event.seat, card: event.card, own }];
      case 'took_group':
        return [{ kind: 'talon', seat: event.seat, cards: event.cards, own }];
      case 'discarded':
        return [{ kind: 'discard', seat: event.seat, card: event.card, own }];
      default:
        return [];
    }
  });
  const motions = [...taken(before.taking, after), ...told];
  return motions.length > MOST ? [] : motions;
}

function dealt(view: GameView, table: readonly string[] = []): Motion {
  return { kind: 'deal', dealer: view.dealer, seats: view.hand_sizes.map((_, seat) => seat), open: [...table, ...(view.hand ?? [])] };
}

/** Returns the motions of a capture: the card that takes others goes to the table, and after a while all of them leave it. */
function taken(before: Taking | null, { taking: now, you }: TableState): Motion[] {
  if (before?.seat === now?.seat && before?.card === now?.card) return [];
  const motions: Motion[] = [];
  if (before) motions.push({ kind: 'take', seat: before.seat, cards: before.card === undefined ? before.cards : [...before.cards, before.card] });
  if (now?.card !== undefined) motions.push({ kind: 'play', seat: now.seat, card: now.card, own: now.seat === you });
  return motions;
}

function giftOf(event: GameEvent): Motion[] {
  if (!isTarokEvent(event) || event.type !== 'trick_taken' || event.gift === undefined) return [];
  return [{ kind: 'gift', seat: event.seat, card: event.gift }];
}
