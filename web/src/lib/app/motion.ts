/** How cards travel: about a quarter of a second, not at all for those who do not want it. */
import { cubicOut } from 'svelte/easing';
import { crossfade, type TransitionConfig } from 'svelte/transition';
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

/** Between one's own hand and the trick. */
export const [sendCard, receiveCard] = crossfade({
  duration: () => duration(),
  easing: cubicOut,
  fallback: () => ({ duration: 0 }),
});

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
