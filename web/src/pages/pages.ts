/** The pages, one entry each. */
import type { Component } from 'svelte';
import Front from './Front.svelte';
import NotFound from './NotFound.svelte';
import type { PlainKey } from '../lib/i18n/core';
import { FIRST_KIND, KINDS, KIND_NAMES } from '../games';
import { ROOMS } from '../games/room';
import { fetchRules } from '../games/rules';
import { fetchRecord } from '../lib/app/records';
import { partsOf, type Parts } from '../lib/app/route';

type Props = Record<string, unknown>;

interface Loaded<P extends object> {
  default: Component<P>;
}

interface Entry<S extends string, P extends object> {
  /** The address, as `partsOf` reads it. */
  path: S;
  /** Returns the component, or a promise of it for a page that is fetched when it is first opened. */
  load: () => Loaded<P> | Promise<Loaded<P>>;
  /** Asks for what the page shows, while its code is on its way. */
  ask?: (props: P) => void;
  /** The words of the window's title while the page has none of its own. */
  title: PlainKey;
  /** `site` for a page with the site's head and foot; `none` for one that fills the window. */
  frame: 'site' | 'none';
  /** The property with which the page is made again. */
  keyBy?: keyof P & string;
}

/** Returns the properties of the page from its address; null if the address leads nowhere. */
type Read<S extends string, P> = (parts: Parts<S>, query: URLSearchParams) => P | null;

/** A page that takes no properties needs no way to read them. */
type Described<S extends string, P extends object> = Entry<S, P> &
  (Record<never, never> extends P ? { read?: Read<S, P> } : { read: Read<S, P> });

/** A page whose own properties are forgotten: `load` and `read` belong together. */
type Page = Entry<string, Props> & { read?: Read<string, Props> };

function page<const S extends string, P extends object>(entry: Described<S, P>): Page {
  return entry as unknown as Page;
}

/** Returns what the query says under a name, if it says anything. */
const said = (query: URLSearchParams, name: string): string | undefined => query.get(name) || undefined;

export const PAGES = {
  // Comes at once, with the site itself.
  front: page({ path: '/', load: () => ({ default: Front }), title: 'site.name', frame: 'site' }),
  table: page({
    path: '/table/:id',
    load: () => import('./Table.svelte'),
    title: 'table.title',
    frame: 'none',
    keyBy: 'id',
    read: ({ id }, query) => ({ id, invite: said(query, 'invite'), sit: query.has('sit') }),
  }),
  replay: page({
    path: '/game/:id',
    load: () => import('./Replay.svelte'),
    title: 'replay.title',
    frame: 'site',
    ask: ({ id }) => fetchRecord(id),
    keyBy: 'id',
    read: ({ id }, query) => ({ id, move: said(query, 'move') }),
  }),
  fair: page({
    path: '/game/:id/fair',
    load: () => import('./Fair.svelte'),
    ask: ({ id }) => fetchRecord(id),
    title: 'fair.title',
    frame: 'site',
    keyBy: 'id',
    read: ({ id }) => ({ id }),
  }),
  games: page({
    path: '/games',
    load: () => import('./Games.svelte'),
    title: 'archive.title',
    frame: 'site',
    read: (_, query) => ({
      kind: said(query, 'kind'),
      player: said(query, 'player'),
      bots: said(query, 'bots'),
      from: said(query, 'from'),
      until: said(query, 'until'),
    }),
  }),
  leaderboard: page({
    path: '/leaderboard',
    load: () => import('./Leaderboard.svelte'),
    title: 'board.title',
    frame: 'site',
    read: (_, query) => ({ kind: said(query, 'kind'), ladder: said(query, 'ladder') }),
  }),
  player: page({
    path: '/player/:id',
    load: () => import('./Player.svelte'),
    title: 'board.player',
    frame: 'site',
    keyBy: 'id',
    read: ({ id }) => ({ id }),
  }),
  create: page({ path: '/create', load: () => import('./Create.svelte'), title: 'create.title', frame: 'site' }),
  account: page({ path: '/account', load: () => import('./Account.svelte'), title: 'account.title', frame: 'site' }),
  settings: page({ path: '/settings', load: () => import('./Settings.svelte'), title: 'nav.settings', frame: 'site' }),
  rules: page({
    path: '/rules/:game?',
    load: () => import('./Rules.svelte'),
    ask: ({ game }) => fetchRules(game),
    title: 'nav.rules',
    frame: 'site',
    read: ({ game: named }) => {
      const game = KIND_NAMES.find((one) => one === named?.toLowerCase());
      return named !== undefined && game === undefined ? null : { game };
    },
  }),
  bots: page({ path: '/bots', load: () => import('./Bots.svelte'), title: 'nav.bots', frame: 'site' }),
  about: page({ path: '/about', load: () => import('./About.svelte'), title: 'nav.about', frame: 'site' }),
  privacy: page({ path: '/privacy', load: () => import('./Privacy.svelte'), title: 'nav.privacy', frame: 'site' }),
  // The sheet of proofs is for those who draw the cards; nobody comes upon it by its bare name.
  deck: page({
    path: '/deck',
    load: () => import('./Deck.svelte'),
    title: 'site.name',
    frame: 'none',
    read: (_, query) => (query.has('proof') ? {} : null),
  }),
  // The last: it is shown for every other address.
  unknown: page({ path: '*', load: () => ({ default: NotFound }), title: 'page.nothing', frame: 'site' }),
} as const;

export type PageName = keyof typeof PAGES;

/** The page of an address, with its properties. */
export interface Place {
  name: PageName;
  props: Props;
  /** Differs where the page must be made again. */
  key: string;
}

/** Returns the page at an address such as `/table/abc?invite=word`. */
export function pageAt(path: string, query = ''): Place {
  for (const name of Object.keys(PAGES) as PageName[]) {
    const { path: pattern, read, keyBy }: Page = PAGES[name];
    const parts = partsOf(pattern, path);
    const props = parts && (read ? read(parts, new URLSearchParams(query)) : {});
    if (props) return { name, props, key: keyBy === undefined ? name : `${name} ${String(props[keyBy])}` };
  }
  throw new Error('no page is shown for every other address');
}

/** Fetches a page's code and asks for what it shows, before there is room to show it. */
export function fetchPage({ name, props }: Place): void {
  const { load, ask }: Page = PAGES[name];
  ask?.(props);
  // Once more when it is to be shown, and what went wrong is said there.
  Promise.resolve(load()).catch(() => undefined);
}

/** The time for which a page has the line for itself, in milliseconds. */
const FIRST_MS = 1000;
/** The pages from which one sits down at a table. */
const TO_TABLE: readonly PageName[] = ['front', 'create'];

/**
 * Fetches the table's page, and the words of the game that is offered first, once nothing else is to be done, if a
 * button of this page leads there. Returns a function that calls that off.
 */
export function fetchTablePage(from: PageName): (() => void) | undefined {
  if (!TO_TABLE.includes(from)) return undefined;
  const timer = window.setTimeout(() => {
    for (const words of ROOMS[KINDS[FIRST_KIND].game].words) words.follow();
    Promise.resolve(PAGES.table.load()).catch(() => undefined);
  }, FIRST_MS);
  return () => {
    window.clearTimeout(timer);
  };
}
