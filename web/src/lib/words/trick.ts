/** The line above the hand while a trick is played: who takes it, and what the next card has to do. */
import type { GameEvent, Seat } from '../protocol';
import type { Duty } from '../state/duty';
import { isTarokEvent } from '../state/game';
import { t } from '../i18n/index.svelte';
import { suitName } from './cards';
import { factText, type NameOf } from './log';
import { pointsText } from './points';
import { suitOfCard } from '../state/cards';
import { isTarokLed, suitLed } from './tarok/cards';
import { say } from './tarok/say.svelte';

/** Says who takes the full trick; `you` reads it. */
export function closingText(event: GameEvent, you: Seat | null, nameOf: NameOf): string {
  if (event.type === 'trick_taken' && event.seat === you) {
    if (!isTarokEvent(event)) return t('table.yours', { points: pointsText(event.thirds) });
    if (event.gift === undefined) return say('trick.yours');
  }
  return factText({ kind: 'game', event, by: 'player' }, nameOf);
}

/** `led` is the first card of the trick. */
export function dutyText(duty: Duty, game: 'trset' | 'tarok', led: string | undefined): string {
  switch (duty) {
    case 'any':
      return t(led === undefined ? 'table.leadAny' : 'table.playAny');
    case 'tarok':
      return say('trick.tarok');
    case 'follow': {
      // A tarok is no card of a suit.
      if (game === 'tarok' && isTarokLed(led)) return say('trick.tarok');
      const suit = led === undefined ? undefined : suitOfCard(led);
      return t('table.follow', { suit: game === 'tarok' ? suitLed(led) : suit ? suitName(suit) : '' });
    }
  }
}
