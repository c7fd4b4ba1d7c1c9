/** The filter of the lobby: the tables a reader wants to see. */
import type { TableSummary } from '../protocol';
import { gameOf, seatsOf, type GameKind } from './kind';

export interface LobbyFilter {
  variant: '' | GameKind;
  /** The number of players; 0 for any. */
  players: 0 | 2 | 3 | 4 | 6;
  with: '' | 'people' | 'bots';
}

export const ALL_TABLES: LobbyFilter = { variant: '', players: 0, with: '' };

export function fits({ config, seats }: TableSummary, filter: LobbyFilter): boolean {
  const variant = gameOf(config.game);
  const players = seatsOf(config.game);
  const bots = config.bots !== undefined || seats.some((player) => player?.kind === 'bot');
  return (
    (filter.variant === '' || filter.variant === variant) &&
    (filter.players === 0 || filter.players === players) &&
    (filter.with === '' || (filter.with === 'bots') === bots)
  );
}

export function isNarrow(filter: LobbyFilter): boolean {
  return filter.variant !== '' || filter.players !== 0 || filter.with !== '';
}
