/** Everything of a game lies in its own folder: nobody else tells games apart by name, or imports from them. */
import { expect, test } from 'vitest';
import { GAMES, GAME_NAMES, KINDS, KIND_NAMES, RATED } from '.';
import { EMPTY_FORM, configOf } from '../lib/state/tableForm';
import { gameOf, seatsOf } from '../lib/state/kind';
import { LANGUAGES } from '../lib/i18n/core';

const SOURCES = import.meta.glob<string>(['../**/*.ts', '../**/*.svelte', '!../**/*.d.ts', '!../protocol/generated/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The sources by their paths in `src`. */
const FILES = new Map(Object.entries(SOURCES).map(([path, text]) => [pathFrom('games/games.test.ts', path), text]));

/** The file that lists the games. */
const LISTS = /^games\/index\.ts$/;
/** Tests of what all games do. */
const TESTS_OF_ALL = /^games\/\w+\.test\.ts$/;
/** Answers of all games that bring components along. */
const WITH_COMPONENTS = /^games\/(?:parts|forms|front|rules)$/;

/** Returns the path that a file names by an address such as `../lib/site`. */
function pathFrom(file: string, address: string): string {
  const path = file.split('/').slice(0, -1);
  for (const step of address.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
}

/** Returns the paths that a file imports, in whichever way. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(['"`])(\.{1,2}(?:\/[^'"`\s]*)?)\1/g)].map(([, , address = '']) => pathFrom(file, address));
}

/** Returns the game in whose folder a path lies, if it lies in one. */
function gameAt(path: string): string | undefined {
  const [, folder] = /^games\/(\w+)(?:\/|$)/.exec(path) ?? [];
  return GAME_NAMES.find((name) => name === folder);
}

/** Returns what is wrong about an import, if anything is. */
function wrong(file: string, imported: string): string | undefined {
  const [own, game] = [gameAt(file), gameAt(imported)];
  if (own !== undefined && game !== undefined && own !== game) return 'a game imports another';
  if (own === undefined && game !== undefined && !LISTS.test(file) && !TESTS_OF_ALL.test(file)) return 'general code imports a game';
  if (!file.startsWith('lib/')) return undefined;
  const isComponent = /\.md$|^(?:components|pages)\//.test(imported) || (imported.endsWith('.svelte') && FILES.has(imported));
  return isComponent || WITH_COMPONENTS.test(imported) ? 'lib imports a component' : undefined;
}

test('general code imports no game, no game another one, and lib no component', () => {
  const found = [...FILES].flatMap(([file, text]) =>
    importsOf(file, text).flatMap((imported) => {
      const what = wrong(file, imported);
      return what === undefined ? [] : [`${what}: ${file} imports ${imported}`];
    }),
  );
  expect(found).toEqual([]);
});

test('an import that is wrong is found, however it is written', () => {
  const found = (file: string, text: string): (string | undefined)[] => importsOf(file, text).map((imported) => wrong(file, imported));
  const general = ['general code imports a game'];
  expect(found('lib/state/log.ts', "import { partnerOf } from '../../games/trset/state/options';")).toEqual(general);
  expect(found('components/Log.svelte', "const { TAROK } = await import('../games/tarok');")).toEqual(general);
  expect(found('games/common.ts', "import type { TarokView } from './tarok/view';")).toEqual(general);
  expect(found('games/tablic/index.ts', "import { sideOf } from '../tarok/state/seats';")).toEqual(['a game imports another']);
  expect(found('lib/app/warm.ts', "import('../../pages/Table.svelte')")).toEqual(['lib imports a component']);
  expect(found('lib/decks/deck.ts', "import Card from '../../cards/Card.svelte';")).toEqual(['lib imports a component']);
  expect(found('lib/decks/deck.ts', "import { cardStyle } from './style.svelte';")).toEqual([undefined]);
  expect(found('games/index.ts', "import { TAROK } from './tarok';")).toEqual([undefined]);
});

const NAME = `'(?:${[...new Set<string>([...GAME_NAMES, ...KIND_NAMES])].join('|')})'`;
const COMPARED = new RegExp(`[=!]==\\s*${NAME}|${NAME}\\s*[=!]==|case\\s+${NAME}\\s*:|\\b(?:includes|startsWith)\\(${NAME}\\)`);
/** A value for each of several games: their names as keys. */
const LISTED = GAME_NAMES.map((name) => new RegExp(`^(?!\\s*(?:\\*|//)).*[{,\\s]${name}:\\s`, 'm'));

/** Returns the line of a text in which games are told apart by name, if there is one. */
function telling(text: string): string | undefined {
  const line = text.split('\n').find((one) => COMPARED.test(one));
  return line ?? (LISTED.every((key) => key.test(text)) ? 'a list by game' : undefined);
}

test('no file but the games’ own tells them apart by name', () => {
  // A test's views are made up in `testing.ts`.
  const allowed = (path: string): boolean => LISTS.test(path) || /\.test\.ts$|^lib\/state\/testing\.ts$/.test(path);
  const general = [...FILES].filter(([path]) => gameAt(path) === undefined && !allowed(path));
  expect(general.length).toBeGreaterThan(200);
  const found = general.flatMap(([path, text]) => {
    const line = telling(text);
    return line === undefined ? [] : [`${path}: ${line.trim()}`];
  });
  expect(found).toEqual([]);
});

test('what tells games apart is found, however it is written', () => {
  expect(telling("if (view.game === 'tarok') return 3;")).toBeDefined();
  expect(telling("return 'tablic' !== name;")).toBeDefined();
  expect(telling("    case 'kifameno':")).toBeDefined();
  expect(telling('const HAND = { trset: 10, tarok: 16, tablic: 6 };')).toBeDefined();
  expect(telling("const kind = 'trset';\n// trset: a, tarok: b, tablic: c")).toBeUndefined();
});

test('each kind belongs to a game that knows it again', () => {
  for (const kind of KIND_NAMES) {
    const { game } = configOf({ ...EMPTY_FORM, variant: kind });
    expect(game.name).toBe(KINDS[kind].game);
    expect(gameOf(game)).toBe(kind);
    expect(gameOf(KINDS[kind].bot)).toBe(kind);
    expect(RATED).toContain(KINDS[kind].people);
    expect(KINDS[kind].players).toContain(seatsOf(game));
    expect(GAMES[game.name].freshPack(game.options)).toHaveLength(GAMES[game.name].pack);
  }
});

test('each size is a kind of its own, and only tarok has prepared deals', () => {
  const lessons = KIND_NAMES.filter((kind) => {
    const { sizes = [], game } = KINDS[kind];
    for (const { bot, people, players } of sizes) {
      expect([gameOf(bot), seatsOf(bot)]).toEqual([kind, players]);
      expect(people).toBe(`${kind}-${players}`);
      expect(RATED).toContain(people);
    }
    return GAMES[game].hasLesson;
  });
  expect(lessons).toEqual(['tarok']);
});

/** All files of the games, by their paths in the game's folder; tests, state, words and components are each game's own affair. */
const OWN = Object.keys(import.meta.glob('./*/**/*', { query: '?url' }));
const COMMON = /^\.\/(\w+)\/([\w.]+\.ts|i18n\/.*|rules\/.*|words\/catalogues\.svelte\.ts)$/;

test('each game has the same files, words and rules in every language among them', () => {
  const filesOf = (game: string): string[] =>
    OWN.flatMap((path) => (COMMON.exec(path)?.[1] === game ? [COMMON.exec(path)?.[2] ?? ''] : []));
  const first = filesOf(GAME_NAMES[0] ?? '').sort();
  expect(first).toEqual(
    [
      ...['coach', 'command', 'fields', 'form', 'index', 'kinds', 'parts', 'room', 'rules', 'view', 'words'].map((name) => `${name}.ts`),
      ...['', 'coach/', 'fair/', 'main/', 'rules/'].flatMap((part) => LANGUAGES.map((language) => `i18n/${part}${language}.json`)),
      ...LANGUAGES.map((language) => `rules/${language}.md`),
      'words/catalogues.svelte.ts',
    ].sort(),
  );
  for (const game of GAME_NAMES) expect(filesOf(game).sort(), game).toEqual(first);
});

type Texts = Record<string, string | Record<string, string>>;
const GENERAL = import.meta.glob<Texts>(['../lib/i18n/*.json', '../lib/i18n/*/*.json'], { eager: true, import: 'default' });
const GAMES_OWN = import.meta.glob<Texts>('./*/i18n/**/*.json', { eager: true, import: 'default' });

/** Returns who uses a key: games by their names, and general code. */
function usersOf(key: string): Set<string> {
  const users = new Set<string>();
  for (const [path, text] of FILES) {
    if (path.endsWith('.test.ts')) continue;
    const built = [...text.matchAll(/`([\w.]+)\$\{/g)].some(([, start = '']) => key.startsWith(start));
    if (built || text.includes(`'${key}'`) || text.includes(`"${key}"`)) users.add(gameAt(path) ?? 'general code');
  }
  return users;
}

test('a word that only one game uses stands in its own catalogues', () => {
  const found = Object.entries(GENERAL).flatMap(([path, texts]) =>
    path.endsWith('/en.json') ? Object.keys(texts).flatMap((key) => ([...usersOf(key)].join() in GAMES ? [`${path}: ${key}`] : [])) : [],
  );
  expect(found).toEqual([]);
  expect([...usersOf('declare.ask')]).toEqual(['trset']);
});

/** Words that belong to single games, beside the games' names. */
const TERMS = ['akuž', 'napol', 'cappott', 'kapot', 'talon', 'kontr', 'klop', 'pagat', 'škis', 'radelc', 'tabla'];
/** The page about the site gives the sources of all games. */
const ABOUT = /^\.\.\/lib\/i18n\/site\/.*: about\./;

test('no general catalogue names a game, or a thing that only one game has', () => {
  const names = Object.values(GAMES_OWN).flatMap((texts) =>
    KIND_NAMES.map((kind) => texts[`game.${kind}`]).filter((name) => typeof name === 'string'),
  );
  // Without their last letters, which change with the case.
  const stems = [...TERMS, ...names.map((name) => name.slice(0, -1))];
  const named = new RegExp(`(?<!\\p{L})(?:${stems.join('|')})`, 'iu');
  expect(names.length).toBeGreaterThan(GAME_NAMES.length * LANGUAGES.length);
  expect('U trešeti').toMatch(named);
  const found = Object.entries(GENERAL).flatMap(([path, texts]) =>
    Object.entries(texts).flatMap(([key, entry]) => {
      const said = typeof entry === 'string' ? [entry] : Object.values(entry);
      return said.filter((text) => named.test(text)).map((text) => `${path}: ${key}: ${text}`);
    }),
  );
  expect(found.filter((line) => !ABOUT.test(line))).toEqual([]);
});
