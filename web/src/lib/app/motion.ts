/**
 * How cards travel: about a quarter of a second, not at all for those who do
 * not want it. Only `transform` and `opacity` move, so that the compositor can
 * do it alone; everything is measured before the page changes.
 */
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import type { Side } from '../state/layout';

export const TRAVEL_MS = 260;
const EASING = 'cubic-bezier(0.22, 0.8, 0.36, 1)';

/** Where from, in pixels, a card comes that nobody saw leave a hand. */
const AWAY: Record<Side, readonly [number, number]> = {
  bottom: [0, 160],
  left: [-220, 0],
  top: [0, -160],
  right: [220, 0],
};

/** Whether nothing is to move. */
export function isStill(): boolean {
  return document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function duration(): number {
  return isStill() ? 0 : TRAVEL_MS;
}

/** To and from a player's side: where only the trick is shown, as in a replay. */
export function travel(_node: Element, { side }: { side: Side | undefined }): TransitionConfig {
  if (side === undefined) return { duration: 0 };
  const [x, y] = AWAY[side];
  return {
    duration: duration(),
    easing: cubicOut,
    css: (there, away) => `transform: translate(${x * away}px, ${y * away}px); opacity: ${Math.min(1, there * 1.6)}`,
  };
}

interface Origin {
  from: DOMRect;
  delay: number;
}

/** Where cards stood that will appear somewhere else with the next change of the page. */
const origins = new Map<string, Origin>();

export function comesFrom(card: string, from: DOMRect, delay = 0): void {
  origins.set(card, { from, delay });
}

/** Origins nobody asked for: the card did not appear after all. */
export function forgetOrigins(): void {
  origins.clear();
}

/** For `use:`: a card that appears travels from where it stood before, if it stood anywhere. */
export function arrive(node: HTMLElement, card: string): void {
  const origin = origins.get(card);
  if (!origin) return;
  origins.delete(card);
  const to = node.getBoundingClientRect();
  if (to.width === 0 || origin.from.width === 0) return;
  node.style.transformOrigin = '0 0';
  node.animate([{ transform: between(to, origin.from) }, { transform: 'none' }], {
    duration: TRAVEL_MS,
    delay: origin.delay,
    easing: EASING,
    fill: 'backwards',
  });
}

/** What makes something that lies at the first place look as if it lay at the second. */
export function between(at: DOMRect, there: DOMRect): string {
  return `translate(${there.x - at.x}px, ${there.y - at.y}px) scale(${there.width / at.width})`;
}

export interface Leg {
  to: DOMRect;
  opacity?: number;
  ms: number;
}

/** A card that is no part of the page any more, or not yet, on its way over the table. */
export function fly(layer: HTMLElement, image: string, from: DOMRect, legs: readonly Leg[], delay = 0): void {
  const card = document.createElement('img');
  card.src = image;
  card.alt = '';
  const { x, y } = layer.getBoundingClientRect();
  Object.assign(card.style, { left: `${from.x - x}px`, top: `${from.y - y}px`, width: `${from.width}px` });
  layer.append(card);
  const ms = legs.reduce((sum, leg) => sum + leg.ms, 0);
  let gone = 0;
  const frames: Keyframe[] = [{ transform: 'none', opacity: 1, offset: 0, easing: EASING }];
  for (const leg of legs) {
    gone += leg.ms;
    frames.push({
      transform: between(from, leg.to),
      opacity: leg.opacity ?? 1,
      offset: Math.min(1, gone / ms),
      easing: EASING,
    });
  }
  const flight = card.animate(frames, { duration: ms, delay, fill: 'both' });
  flight.onfinish = flight.oncancel = () => {
    card.remove();
  };
}
