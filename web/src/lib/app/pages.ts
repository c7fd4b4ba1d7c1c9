/** The pages that are fetched when they are first opened; the front page comes at once. */
export const PAGES = {
  account: () => import('../../pages/Account.svelte'),
  bots: () => import('../../pages/Bots.svelte'),
  create: () => import('../../pages/Create.svelte'),
  deck: () => import('../../pages/Deck.svelte'),
  fair: () => import('../../pages/Fair.svelte'),
  games: () => import('../../pages/Games.svelte'),
  leaderboard: () => import('../../pages/Leaderboard.svelte'),
  player: () => import('../../pages/Player.svelte'),
  replay: () => import('../../pages/Replay.svelte'),
  rules: () => import('../../pages/Rules.svelte'),
  settings: () => import('../../pages/Settings.svelte'),
  table: () => import('../../pages/Table.svelte'),
} as const;

/** The time for which the front page has the line for itself, in milliseconds. */
const FIRST_MS = 1000;

/** Fetches the table's page once nothing else is to be done. Returns a function that calls that off. */
export function fetchTablePage(): () => void {
  const timer = window.setTimeout(() => void PAGES.table().catch(() => undefined), FIRST_MS);
  return () => {
    window.clearTimeout(timer);
  };
}
