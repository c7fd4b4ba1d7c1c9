/**
 * The travel of cards: about a quarter of a second, not at all for those who do not want it. Only `transform`
 * and `opacity` move, so that the compositor can do it alone; everything is measured before the page changes.
 */
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import type { Side } from '../state/layout';

export const TRAVEL_MS = 260;
const EASING = 'cubic-bezier(0.22, 0.8, 0.36, 1)';

/** The distance in pixels from which a card comes that nobody saw leave a hand. */
const AWAY: Record<Side, readonly [number, number]> = {
  bottom: [0, 160],
  left: [-220, 0],
  top: [0, -160],
  right: [220, 0],
};

const REDUCED = window.matchMedia('(prefers-reduced-motion: reduce)');

/** True if nothing is to move. */
export function isStill(): boolean {
  return document.hidden || REDUCED.matches || document.documentElement.dataset['motion'] === 'off';
}

function duration(): number {
  return isStill() ? 0 : TRAVEL_MS;
}

/** Moves a card to and from a player's side, where only the trick is shown, as in a replay. */
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

/** The places of cards that will appear somewhere else with the next change of the page. */
const origins = new Map<string, Origin>();
/** The cards that set off next: those that have appeared and travel from where they stood, and those over the table. */
let arrivals: { node: HTMLElement; origin: Origin }[] = [];
let flights: Flight[] = [];

export function comesFrom(card: string, from: DOMRect, delay = 0): void {
  origins.set(card, { from, delay });
}

/** For `use:`: a card that appears travels from where it stood before, if it stood anywhere. */
export function arrive(node: HTMLElement, card: string): void {
  const origin = origins.get(card);
  if (!origin) return;
  origins.delete(card);
  arrivals.push({ node, origin });
}

/**
 * Everything sets off together, when the page has changed: what is to be measured is measured at
 * once, so that the page is laid out a single time. Origins nobody asked for are forgotten.
 */
export function setOff(layer: HTMLElement): void {
  const [arrived, flown] = [arrivals, flights];
  [arrivals, flights] = [[], []];
  origins.clear();
  const pictured = flown.map((flight) => ({ flight, card: pictureOf(flight) }));
  layer.append(...pictured.map(({ card }) => card));
  const measured = arrived.map(({ node, origin }) => ({ node, origin, to: node.getBoundingClientRect() }));
  for (const { node, origin, to } of measured) {
    if (to.width > 0 && origin.from.width > 0) travelTo(node, to, origin);
  }
  for (const { flight, card } of pictured) depart(card, flight);
}

function travelTo(node: HTMLElement, to: DOMRect, { from, delay }: Origin): void {
  node.style.transformOrigin = '0 0';
  node.animate([{ transform: between(to, from) }, { transform: 'none' }], {
    duration: TRAVEL_MS,
    delay,
    easing: EASING,
    fill: 'backwards',
  });
}

/** Returns the transform that makes something at the first place look as if it lay at the second. */
export function between(at: DOMRect, there: DOMRect): string {
  return `translate(${there.x - at.x}px, ${there.y - at.y}px) scale(${there.width / at.width})`;
}

export interface Leg {
  /** The card's place at the end of the leg; the same place again: it waits there. */
  to: DOMRect;
  opacity?: number;
  ms: number;
}

interface Flight {
  /** The address of the card's picture. */
  image: string;
  from: DOMRect;
  legs: readonly Leg[];
  delay: number;
}

/** A card that is no part of the page any more, or not yet, on its way over the table. */
export function fly(image: string, from: DOMRect, legs: readonly Leg[], delay = 0): void {
  flights.push({ image, from, legs, delay });
}

function pictureOf({ image, from }: Flight): HTMLImageElement {
  const card = document.createElement('img');
  card.src = image;
  card.alt = '';
  // The layer of flights has the corner of the window.
  Object.assign(card.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px` });
  return card;
}

/** One leg after the other. While a card only waits nothing is animated: the compositor may rest. */
function depart(card: HTMLImageElement, flight: Flight, n = 0): void {
  const { from, legs, delay } = flight;
  const leg = legs[n];
  if (!leg) {
    card.remove();
    return;
  }
  const onward = (): void => {
    depart(card, flight, n + 1);
  };
  const last: Pick<Leg, 'to' | 'opacity'> = legs[n - 1] ?? { to: from };
  if (leg.to === last.to) {
    window.setTimeout(onward, leg.ms);
    return;
  }
  const frames = [last, leg].map(({ to, opacity = 1 }) => ({ transform: between(from, to), opacity }));
  const motion = card.animate(frames, { duration: leg.ms, delay: n === 0 ? delay : 0, easing: EASING, fill: 'both' });
  motion.onfinish = onward;
  motion.oncancel = () => {
    card.remove();
  };
}
