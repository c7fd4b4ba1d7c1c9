/** Games are told apart by name in their own modules alone. */
import { expect, test } from 'vitest';
import { GAMES, GAME_NAMES, KINDS, KIND_NAMES, RATED } from '.';
import { EMPTY_FORM, configOf } from '../state/tableForm';
import { gameOf, seatsOf } from '../state/kind';

const SOURCES = import.meta.glob<string>(
  ['../../**/*.ts', '../../**/*.svelte', '!../../**/*.test.ts', '!../../**/*.d.ts', '!../../protocol/generated/**'],
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
);

/** Files and folders that belong to a single game, such as `cards/tarok/` or `words/coach/tablic.ts`. */
const OWN = /\/(trset|tarok|tablic)[^/]*(\/|$)/i;
/** Files that list the games, or speak of something else by the same names. */
const ALLOWED = [
  // The lists of the modules.
  /^\.\/(index|room|words|parts|forms)\.ts$/,
  // The letters of the packs, of which two are called as their games are.
  /^\.\.\/decks\/style\.svelte\.ts$/,
  // Views that tests make up.
  /^\.\.\/state\/testing\.ts$/,
];

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
  const general = Object.entries(SOURCES).filter(([path]) => !OWN.test(path) && !ALLOWED.some((allowed) => allowed.test(path)));
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

test('a deal is prepared only where a size says so, and each size is a kind of its own', () => {
  const lessons = KIND_NAMES.flatMap((kind) => {
    const { sizes = [], ...usual } = KINDS[kind];
    for (const { bot, people, players } of sizes) {
      expect([gameOf(bot), seatsOf(bot)]).toEqual([kind, players]);
      expect(people).toBe(`${kind}-${players}`);
      expect(RATED).toContain(people);
    }
    const all = sizes.length > 0 ? sizes : [usual];
    return all.flatMap(({ bot, people }) => (GAMES[bot.name].hasLesson?.(bot.options) ? [people] : []));
  });
  expect(lessons).toEqual(['tarok-3']);
});
