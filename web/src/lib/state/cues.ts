/** The sounds that belong to a change of the picture. */
import type { GameEvent } from '../protocol';
import { factsSince } from './log';
import type { TableState } from './table';

export type Sound = 'deal' | 'card' | 'take' | 'turn' | 'low' | 'win' | 'lose' | 'chat' | 'knock' | 'tabla';

const SOUND_OF: Partial<Record<GameEvent['type'], Sound>> = {
  played: 'card',
  laid: 'card',
  captured: 'card',
  dealt: 'deal',
  drew: 'card',
  took_group: 'card',
  discarded: 'card',
  trick_taken: 'take',
  // A knock, as one raps on the table.
  announced: 'knock',
  raised: 'knock',
};

/** Returns the sounds between two pictures, each at most once. */
export function cuesBetween(before: TableState, after: TableState): Sound[] {
  if (before.telling !== after.telling) return [];
  const cues = new Set<Sound>();
  if (after.taking?.tabla && !before.taking) cues.add('tabla');
  if (before.taking && !after.taking) cues.add('take');
  for (const fact of factsSince(before.log, after.log)) {
    if (fact.kind === 'deal') cues.add('deal');
    if (fact.kind !== 'game') continue;
    const sound = SOUND_OF[fact.event.type];
    if (sound) cues.add(sound);
  }
  // The rustle of the trick drowns that of a single card.
  if (cues.has('take') || cues.has('deal')) cues.delete('card');
  const { you, deal } = after;
  if (you !== null && deal?.finish && !before.deal?.finish) cues.add(deal.finish.won[you] ? 'win' : 'lose');
  return [...cues];
}
