/** Players whose chat the reader does not want to see, remembered in this browser. */
import type { Player } from '../protocol';
import { recall, remember } from '../storage';

const REMEMBERED = 'vzetek.muted';

let muted = $state.raw<readonly string[]>(load());

function load(): string[] {
  try {
    const stored: unknown = JSON.parse(recall(REMEMBERED) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function mutedPlayers(): readonly string[] {
  return muted;
}

export function mute(player: Player, on: boolean): void {
  const others = muted.filter((id) => id !== player.id);
  muted = on ? [...others, player.id] : others;
  remember(REMEMBERED, JSON.stringify(muted));
}
