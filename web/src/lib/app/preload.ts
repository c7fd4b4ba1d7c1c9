/**
 * Drawings made ready before they are shown: to read one the first time takes as long as a whole
 * step of the game. In spare time, one after the other, and the whole pack, not only the cards in hand.
 */
import type { Deck } from '../decks/deck';

const LEVELS = ['full', 'small'] as const;
/** Less than this before the next frame is no spare time, in milliseconds. */
const SPARE_MS = 20;
/** The pause in browsers that do not say when they have time. */
const PAUSE_MS = 200;

/** Makes all drawings of the pack ready. Returns a function that stops this and lets go of them. */
export function warm(deck: Deck): () => void {
  const waiting = LEVELS.flatMap((level) => deck.cards.map((card) => ({ card, level })));
  // The browser keeps what is in use.
  const kept: HTMLImageElement[] = [];
  let stop = whenIdle(next);

  function next(): void {
    const one = waiting.shift();
    if (!one) return;
    const image = new Image();
    image.src = deck.image(one.card, one.level);
    kept.push(image);
    stop = whenIdle(next);
  }

  return () => {
    stop();
    kept.length = 0;
  };
}

/** Calls back when there is time to spare. Returns a function that stops this. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }
  let handle = window.requestIdleCallback(look);
  function look(deadline: IdleDeadline): void {
    if (deadline.timeRemaining() >= SPARE_MS) act();
    else handle = window.requestIdleCallback(look);
  }
  return () => {
    window.cancelIdleCallback(handle);
  };
}
