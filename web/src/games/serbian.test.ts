/** Serbian has its own words, and is written in Latin letters wherever the browser writes, too. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clockWords, dateText, durationText, listed, moveTime, secondsText, timeText } from '../lib/words/names';
import { LANGUAGES, LANGUAGE_NAMES, type Catalogue } from '../lib/i18n/core';
import { speak } from '../lib/i18n/index.svelte';

const CATALOGUES = import.meta.glob<Catalogue>(
  ['../lib/i18n/sr.json', '../lib/i18n/*/sr.json', './*/i18n/**/sr.json', '../cards/packs/*/i18n/sr.json'],
  { eager: true, import: 'default' },
);
const RULES = import.meta.glob<string>('./*/rules/sr.md', { eager: true, query: '?raw', import: 'default' });

/** Every text, with the file and the key where it stands. */
const TEXTS = [
  ...Object.entries(CATALOGUES).flatMap(([path, catalogue]) =>
    Object.entries(catalogue).flatMap(([key, entry]) =>
      (typeof entry === 'string' ? [entry] : Object.values(entry)).map((text) => [`${path} ${key}`, text] as const),
    ),
  ),
  ...Object.entries(RULES).flatMap(([path, text]) => text.split('\n').map((line, n) => [`${path}:${n + 1}`, line] as const)),
];

/** Words and endings that are Croatian alone: the old yat as (i)je, other words for the same, other grammar. */
const CROATIAN = [
  ...['tko', 'netko', 'nitko', 'svatko', 'itko', 'tkogod', 'nečiji', 'tisuć\\p{L}*', 'tijek\\p{L}*', 'toč(?:k|n)\\p{L}*'],
  ...['uvijek', 'zauvijek', 'riječ\\p{L}*', 'lijep\\p{L}*', 'lijev\\p{L}*', 'vrijem\\p{L}*', 'vrijed\\p{L}*', 'slijed\\p{L}*'],
  ...['poslije\\p{L}*', 'prije', 'ovdje', 'gdje\\p{L}*', 'dvije', 'obje', 'svijet\\p{L}*', 'dio', 'cijel\\p{L}*', 'smij\\p{L}*'],
  ...['\\p{L}*mjest\\p{L}*', '\\p{L}*mjen\\p{L}*', '\\p{L}*mjer\\p{L}*', '\\p{L}*dijel\\p{L}*', '\\p{L}*djel\\p{L}*', '\\p{L}*bjed\\p{L}*'],
  ...[
    '\\p{L}*vidj\\p{L}*',
    '\\p{L}*miješ\\p{L}*',
    '\\p{L}*sjed\\p{L}*',
    '\\p{L}*sjest\\p{L}*',
    '\\p{L}*nijel\\p{L}*',
    '\\p{L}*svjet\\p{L}*',
  ],
  ...['stol', 'bod(?:a|ova|ovi|ove|ovima)?', 'pun(?:at|ta|ata|ti)', 'popis\\p{L}*', 'špilj\\p{L}*', 'dečk\\p{L}*', 'četvero', 'šestero'],
  ...[
    'obavijest\\p{L}*',
    'poslužitelj\\p{L}*',
    'preglednik\\p{L}*',
    'poveznic\\p{L}*',
    'zaporka',
    'postavk\\p{L}*',
    'račun',
    'stranic\\p{L}*',
  ],
  ...[
    'zbroj\\p{L}*',
    'zbraj\\p{L}*',
    'tipk\\p{L}*',
    'naredb\\p{L}*',
    'suigrač\\p{L}*',
    'protuigrač\\p{L}*',
    'gledatelj\\p{L}*',
    'djelitelj\\p{L}*',
  ],
  ...[
    'također',
    'uopće',
    'opć\\p{L}*',
    'općenito',
    'sveučilišt\\p{L}*',
    'računal\\p{L}*',
    'zaslon\\p{L}*',
    'gumb\\p{L}*',
    'ponovno',
    'trenutačno',
  ],
  ...[
    'natrag',
    'zadnj\\p{L}*',
    'pričuv\\p{L}*',
    'ljestvic\\p{L}*',
    'izrad\\p{L}*',
    'spremi',
    'izbriš\\p{L}*',
    'izbris\\p{L}*',
    'krenut\\p{L}*',
  ],
  // The future as two words, and a modal verb with an infinitive.
  ...[
    '\\p{L}+t ć(?:u|eš|e|emo|ete)',
    '(?:mora|može|smije|sme|želi|moraš|možeš|smeš|želiš|moraju|mogu|smeju) \\p{L}{2,}(?:ati|iti|eti|uti|ći)',
  ],
  // The question and the relative at the head of a clause; after a pronoun or a conjunction it is Serbian as well.
  ...[
    '(?<!(?:zato|nego|kao|ono|to|sve|samim tim) )što(?! (?:manje|više|pre|bolje|brže|možeš)(?!\\p{L}))',
    'njezin\\p{L}*',
    'kojega',
    'ovoga',
    'mojega',
    'tvojega',
  ],
].map((word) => new RegExp(`(?<!\\p{L})(?:${word})(?!\\p{L})`, 'iu'));

const isCroatian = (text: string): boolean => CROATIAN.some((word) => word.test(text));

describe('Serbian texts', () => {
  test('are found', () => {
    expect(Object.keys(RULES)).toHaveLength(3);
    expect(TEXTS.length).toBeGreaterThan(1800);
  });

  test('have no word of Croatian alone', () => {
    expect(TEXTS.filter(([, text]) => isCroatian(text))).toEqual([]);
  });

  test('are in Latin letters', () => {
    expect(TEXTS.filter(([, text]) => /\p{Script=Cyrillic}/u.test(text))).toEqual([]);
  });
});

test('Croatian texts would be found', () => {
  const croatian = [
    'Tko odnese štih, počinje sljedeći.',
    'Što ćeš odigrati?',
    'Dijeljenje je gotovo.',
    'Ovaj je stol zatvoren.',
    'Za potez 5 bodova',
    'Poslužitelj to još nije primio.',
    'Točno vrijeme',
    'Igrač može odgovoriti rekontrom.',
    'Umjesto tebe igrat će bot.',
  ];
  expect(croatian.filter((text) => !isCroatian(text))).toEqual([]);
  expect(['Zato što neko igra što manje.', 'Reč pre nego što odeš.', 'Igraće bot.'].filter(isCroatian)).toEqual([]);
});

describe('what the browser writes in Serbian', () => {
  const READERS = [['sr'], ['sr-RS'], ['sr-Cyrl-RS', 'sr'], ['sr-Latn-ME'], ['sr-ME', 'en'], ['en']];
  beforeEach(() => speak('sr'));
  afterEach(async () => {
    vi.restoreAllMocks();
    await speak('en');
  });

  test.each(READERS)('is Latin to a reader of %s', (...wanted) => {
    vi.spyOn(window.navigator, 'languages', 'get').mockReturnValue(wanted);
    const clock = { move_ms: 20_000, bank_ms: 60_000 };
    const written = [
      ...Array.from({ length: 12 }, (_, month) => dateText(`2026-${String(month + 1).padStart(2, '0')}-15T12:00:00Z`)),
      timeText('2026-05-15T12:00:00Z'),
      listed(['Ana', 'Bor', 'Cene']),
      durationText(80_000),
      moveTime({ ...clock, grace_ms: 0 }),
      clockWords({ ...clock, grace_ms: 0 }),
      secondsText(1234),
    ];
    expect(written.filter((text) => text === '' || /\p{Script=Cyrillic}/u.test(text))).toEqual([]);
    expect(listed(['Ana', 'Bor'])).toBe('Ana i Bor');
    expect(secondsText(1234)).toBe('1,2');
    expect(durationText(80_000)).toMatch(/^1 minut\p{L}* 20 sekund\p{L}*$/u);
  });

  test('with the page’s own tag, whose absence would be noticed', () => {
    expect(document.documentElement.lang).toBe('sr-Latn');
    expect(new Intl.ListFormat('sr').format(['a', 'b', 'c'])).toMatch(/\p{Script=Cyrillic}/u);
  });
});

test('the languages name themselves', () => {
  expect(LANGUAGES.map((one) => LANGUAGE_NAMES[one])).toEqual(['slovenščina', 'hrvatski', 'srpski', 'italiano', 'English']);
});
