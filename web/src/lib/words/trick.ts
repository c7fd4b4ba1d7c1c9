/** The line above the hand while a trick is played: who takes it, and what the next card has to do. */
import type { GameName } from '../../games';
import { WORDS } from '../../games/words';
import { t } from '../i18n/index.svelte';
import type { GameEvent, Seat } from '../protocol';
import type { Duty } from '../state/duty';
import { factText, type NameOf } from './log';

/** Says who takes the full trick; `you` reads it. */
export function closingText(event: GameEvent, you: Seat | null, nameOf: NameOf): string {
  const yours = 'seat' in event && event.seat === you ? WORDS[event.game].yours?.(event) : undefined;
  return yours ?? factText({ kind: 'game', event, by: 'player' }, nameOf);
}

/** `led` is the first card of the trick. */
export function dutyText(duty: Duty, game: GameName, led: string | undefined): string {
  if (duty === 'any') return t(led === undefined ? 'table.leadAny' : 'table.playAny');
  return WORDS[game].duty?.(duty, led) ?? '';
}
