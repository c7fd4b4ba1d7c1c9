/**
 * The help of the first games: the coach's line and the order of the cards. It is there for the first three deals
 * of each game, unless the reader's settings say otherwise; this browser counts them.
 */
import { KIND_NAMES, type GameKind } from '../../games';
import { onRemembered, recall, remember } from '../storage';
import { settings } from './settings.svelte';

interface Lessons {
  /** The number of deals that have begun, for each game. */
  played: Record<GameKind, number>;
  /** The deal that was counted last: it is shown again when the page is loaded again. */
  last: string;
}

const REMEMBERED = 'vzetek.lessons';
/** The number of deals of each game that count as the first. */
export const FIRST_GAMES = 3;

export const lessons = $state<Lessons>(load());

/** Returns what was stored, as far as it means something to this version of the page. */
function load(): Lessons {
  let stored: Record<string, unknown> = {};
  try {
    const read: unknown = JSON.parse(recall(REMEMBERED) ?? '{}');
    if (typeof read === 'object' && read !== null) stored = read as Record<string, unknown>;
  } catch {
    // Not written by this page: the defaults do.
  }
  const played = (typeof stored['played'] === 'object' && stored['played']) || {};
  const count = (game: GameKind): number => {
    const known = (played as Record<string, unknown>)[game];
    return typeof known === 'number' && known > 0 ? known : 0;
  };
  return {
    played: Object.fromEntries(KIND_NAMES.map((game) => [game, count(game)])) as Record<GameKind, number>,
    last: typeof stored['last'] === 'string' ? stored['last'] : '',
  };
}

/** True if this help is to be given in this game. */
export function isHelped(help: 'line' | 'strip', game: GameKind): boolean {
  const wanted = settings[help];
  return wanted === 'on' || (wanted === 'first' && lessons.played[game] <= FIRST_GAMES);
}

/** A deal begins. */
export function countDeal(game: GameKind, deal: string): void {
  if (lessons.last === deal) return;
  lessons.last = deal;
  lessons.played[game] += 1;
  remember(REMEMBERED, JSON.stringify(lessons));
}

/** Takes over what is counted in another tab. Returns a function that stops this. */
export function followLessons(): () => void {
  return onRemembered(REMEMBERED, () => Object.assign(lessons, load()));
}
