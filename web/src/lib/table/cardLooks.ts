/** The looks of the cards at a table that the reader plays at. */
import type { CaptureChoice } from '../app/capture.svelte';
import type { HandChoice } from '../app/handChoice.svelte';
import type { Taking } from '../state/capture/taking';
import type { HandSeen } from './handSeen.svelte';
import { PLAIN, type Look } from './cardLook';
import type { Zone } from './zones';

/** The heights in pixels by which cards stand up. */
export const RISE = { playable: 9, pointed: 16, chosen: 18, table: 10 } as const;

/** Returns the look of a card in one's own hand. */
export function handLook(card: string, choice: HandChoice, seen: HandSeen, drawn: readonly string[]): Look {
  const playable = choice.playable.includes(card);
  const chosen = choice.chosen.includes(card);
  const ready = choice.ready === card;
  const myTurn = choice.playable.length > 0;
  const lift = chosen || ready ? RISE.chosen : seen.points(card) ? RISE.pointed : playable ? RISE.playable : 0;
  const edge = chosen ? 'chosen' : ready ? 'offered' : playable ? 'playable' : undefined;
  return { lift, dimmed: myTurn && !playable && !chosen, edge, fresh: drawn.includes(card) };
}

/** Returns the look of an open card on the table. */
export function openLook(card: string, taking: Taking | null | undefined, capture: CaptureChoice | undefined): Look {
  if (taking) {
    const taker = taking.card === card;
    const taken = taking.cards.includes(card);
    return { ...PLAIN, lift: taker ? RISE.table : 0, edge: taker ? 'taker' : taken ? 'chosen' : undefined, dimmed: !taker && !taken };
  }
  if (!capture?.active) return PLAIN;
  const picked = capture.picked.includes(card);
  const offered = capture.offered.includes(card);
  const chosen = capture.card !== undefined || capture.picked.length > 0;
  const dimmed = chosen && !picked && !capture.choice.takeable.includes(card);
  return { ...PLAIN, lift: picked ? RISE.table : 0, edge: picked ? 'chosen' : offered ? 'offered' : undefined, dimmed };
}

/** Returns the look of a card of the trick. */
export function trickLook(zone: Zone, taker: number | undefined): Look {
  return taker !== undefined && zone === `trick:${taker}` ? { ...PLAIN, edge: 'taker' } : PLAIN;
}
