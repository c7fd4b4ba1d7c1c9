/** How cards travel: about a quarter of a second, not at all for those who do not want it. */
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import type { Side } from '../state/layout';

const TRAVEL_MS = 260;

/** Where from, in pixels, a card comes that nobody saw leave a hand. */
const AWAY: Record<Side, readonly [number, number]> = {
  bottom: [0, 160],
  left: [-220, 0],
  top: [0, -160],
  right: [220, 0],
};

function duration(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : TRAVEL_MS;
}

/** Cards of a hand that close up. */
export function closeUp(): { duration: number } {
  return { duration: duration() };
}

/** From a player's side to the trick, and from the trick to the taker's side. */
export function travel(_node: Element, { side }: { side: Side }): TransitionConfig {
  const [x, y] = AWAY[side];
  return {
    duration: duration(),
    easing: cubicOut,
    css: (there, away) => `translate: ${x * away}px ${y * away}px; opacity: ${Math.min(1, there * 1.6)}`,
  };
}

/** Where one's own cards stood when they were pressed. */
const pressed = new Map<string, DOMRect>();

/** Notes where a card of one's own hand stands, from where it will travel. */
export function leaveFrom(card: string, place: DOMRect): void {
  pressed.set(card, place);
}

/**
 * From the place in the hand to the trick. The hand lets the card go at once:
 * nothing there has to wait for the end of a transition.
 */
export function arrive(node: Element, { card, side }: { card: string; side: Side }): TransitionConfig {
  const from = pressed.get(card);
  pressed.delete(card);
  const to = node.getBoundingClientRect();
  if (!from || to.width === 0) return travel(node, { side });
  const [x, y, scale] = [from.x - to.x, from.y - to.y, from.width / to.width];
  return {
    duration: duration(),
    easing: cubicOut,
    css: (there, away) =>
      `transform-origin: 0 0; translate: ${x * away}px ${y * away}px; scale: ${there + scale * away}`,
  };
}
