/** The reader's settings in this browser. */
import { HAND_ORDERS, type HandOrder } from '../state/cards';
import type { PageSettings } from '../protocol';
import { DIRECTIONS, type Direction } from '../state/layout';
import { PACES, type Pace } from '../state/presenter';
import { CLOTH_CHOICES, type ClothChoice } from '../table/cloths';
import { CARD_SIZES, type CardSize } from '../table/cardSize';
import { onRemembered, recall, remember } from '../storage';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
/** `auto`: as the system wants it. */
export const MOTIONS = ['auto', 'off'] as const;
export type Motion = (typeof MOTIONS)[number];
/** The letters of the court cards: in the language of the page, or always K, Q, C and J. */
export const LETTERS = ['language', 'pack'] as const;
export type Letters = (typeof LETTERS)[number];
/** The times at which a help of the first games is given. */
export const HELPS = ['first', 'on', 'off'] as const;
export type Help = (typeof HELPS)[number];
/** The directions of play: that of each game, or one for all. */
export const DIRECTION_CHOICES = ['game', ...DIRECTIONS] as const;
export const SIZES = Object.keys(CARD_SIZES) as readonly CardSize[];
/** The loudest volume. */
export const FULL_VOLUME = 100;

export interface Settings {
  theme: Theme;
  motion: Motion;
  letters: Letters;
  /** The size of the cards on a table. */
  size: CardSize;
  /** Hearts, diamonds, spades and clubs have a colour each. */
  four: boolean;
  /** A card is played at the second press. */
  confirm: boolean;
  /** The last card of a hand plays itself. */
  autoLast: boolean;
  /** So does any card that is the only one that may be played. */
  autoOnly: boolean;
  /** The pace at which tricks and drawn cards go by. */
  pace: Pace;
  /** The order of the own hand. */
  order: HandOrder;
  /** The way in which play goes round the table. */
  direction: 'game' | Direction;
  /** Known cards of others and cards still out are shown. */
  learner: boolean;
  /** The coach's line above the hand. */
  line: Help;
  /** The order of the cards at the edge of the table. */
  strip: Help;
  /** True if lines of the chat are shown at the seat of their writer. */
  bubbles: boolean;
  sound: boolean;
  /** The cloth of the tables. */
  cloth: ClothChoice;
  /** From 0 to `FULL_VOLUME`. */
  volume: number;
  /** Keys other than arrows and Enter do something at a table. */
  keys: boolean;
}

const REMEMBERED = 'vzetek.settings';
const DEFAULT: Settings = {
  theme: 'auto',
  motion: 'auto',
  letters: 'language',
  size: 'usual',
  four: false,
  confirm: false,
  autoLast: true,
  autoOnly: false,
  pace: 'normal',
  order: 'strong',
  direction: 'game',
  learner: false,
  line: 'first',
  strip: 'first',
  bubbles: true,
  sound: true,
  cloth: 'game',
  volume: 70,
  keys: true,
};

/** The values of settings that are one of a few. */
const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  theme: THEMES,
  motion: MOTIONS,
  letters: LETTERS,
  pace: PACES,
  order: HAND_ORDERS,
  direction: DIRECTION_CHOICES,
  cloth: CLOTH_CHOICES,
  size: SIZES,
  line: HELPS,
  strip: HELPS,
};

export const settings = $state<Settings>(load());

/** True if a setting of this name may have this value. */
function fits(name: keyof Settings, value: unknown): boolean {
  const choices = CHOICES[name];
  if (choices) return choices.includes(value);
  if (name === 'volume') return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= FULL_VOLUME;
  return typeof value === typeof DEFAULT[name];
}

/** Returns the settings, with those of the stored ones that mean something to this version of the page. */
export function readSettings(stored: Readonly<Record<string, unknown>>, otherwise: Settings): Settings {
  const known = Object.keys(DEFAULT) as (keyof Settings)[];
  const read = known.filter((name) => fits(name, stored[name])).map((name) => [name, stored[name]] as const);
  return { ...otherwise, ...(Object.fromEntries(read) as Partial<Settings>) };
}

/** Returns those of an account's settings that only other versions of the page know. */
export function strangeSettings(stored: PageSettings): PageSettings {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !(name in DEFAULT)));
}

function load(): Settings {
  try {
    const read: unknown = JSON.parse(recall(REMEMBERED) ?? '{}');
    if (typeof read === 'object' && read !== null) return readSettings(read as Record<string, unknown>, DEFAULT);
  } catch {
    // Not written by this page: the defaults do.
  }
  return { ...DEFAULT };
}

/**
 * Writes every change down, takes over what is changed in another tab, and puts the theme on the page.
 * Returns a function that stops this.
 */
export function keepSettings(): () => void {
  return $effect.root(() => {
    $effect(() => {
      remember(REMEMBERED, JSON.stringify(settings));
    });
    $effect(() => onRemembered(REMEMBERED, () => Object.assign(settings, load())));
    $effect(() => {
      const page = document.documentElement.dataset;
      page['theme'] = settings.theme;
      page['motion'] = settings.motion;
    });
  });
}
