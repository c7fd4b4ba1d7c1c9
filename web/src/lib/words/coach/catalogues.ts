/** The catalogues that the coach of a game speaks from: the shared sentences, and the game's own. */
import type { GameName } from '../../../games';
import { ROOMS } from '../../../games/room';
import { coachWords } from './catalogue.svelte';

export function followCoach(game: GameName): void {
  coachWords.follow();
  ROOMS[game].coach.follow();
}

/** True if all of them have been fetched. */
export function isCoachReady(game: GameName): boolean {
  return coachWords.ready && ROOMS[game].coach.ready;
}
