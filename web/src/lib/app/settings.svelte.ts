/** The reader's settings in this browser. */
import { HAND_ORDERS, type HandOrder } from '../state/cards';
import { PACES, type Pace } from '../state/presenter';
import { CLOTH_CHOICES, type ClothChoice } from '../table/cloths';
import { onRemembered, recall, remember } from '../storage';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Settings {
  theme: Theme;
  /** A card is played at the second press. */
  confirm: boolean;
  /** The pace at which tricks and drawn cards go by. */
  pace: Pace;
  /** The order of the own hand. */
  order: HandOrder;
  /** Known cards of others and cards still out are shown. */
  learner: boolean;
  sound: boolean;
  /** The cloth of the tables. */
  cloth: ClothChoice;
}

const REMEMBERED = 'vzetek.settings';
const DEFAULT: Settings = {
  theme: 'auto',
  confirm: false,
  pace: 'normal',
  order: 'strong',
  learner: false,
  sound: true,
  cloth: 'game',
};

export const settings = $state<Settings>(load());

/** Returns the stored settings, as far as they mean something to this version of the page. */
function load(): Settings {
  let stored: Record<string, unknown> = {};
  try {
    const read: unknown = JSON.parse(recall(REMEMBERED) ?? '{}');
    if (typeof read === 'object' && read !== null) stored = read as Record<string, unknown>;
  } catch {
    // Somebody wrote something else there: the defaults do.
  }
  const flag = (name: 'confirm' | 'learner' | 'sound'): boolean => {
    const value = stored[name];
    return typeof value === 'boolean' ? value : DEFAULT[name];
  };
  return {
    theme: THEMES.find((theme) => theme === stored['theme']) ?? DEFAULT.theme,
    confirm: flag('confirm'),
    pace: PACES.find((pace) => pace === stored['pace']) ?? DEFAULT.pace,
    order: HAND_ORDERS.find((order) => order === stored['order']) ?? DEFAULT.order,
    learner: flag('learner'),
    sound: flag('sound'),
    cloth: CLOTH_CHOICES.find((cloth) => cloth === stored['cloth']) ?? DEFAULT.cloth,
  };
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
      document.documentElement.dataset['theme'] = settings.theme;
    });
  });
}
