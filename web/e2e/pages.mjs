/** The pages that are there for everybody at any time, each by its address, and one that is not there. */
export const PAGES = [
  '/',
  '/create',
  '/games',
  '/leaderboard',
  '/account',
  '/rules',
  '/rules/trset',
  '/rules/kifameno',
  '/rules/tarok',
  '/rules/tablic',
  '/bots',
  '/about',
  '/privacy',
  '/settings',
  '/nowhere',
];
