/** What a reader has set for this browser. */
export type Theme = 'auto' | 'light' | 'dark';

export interface Settings {
  theme: Theme;
  /** A card is played at the second press. */
  confirm: boolean;
  /** A finished trick waits for a tap. */
  tapTrick: boolean;
  /** Known cards of others and cards still out are shown. */
  learner: boolean;
}

const REMEMBERED = 'vzetek.settings';
const DEFAULT: Settings = { theme: 'auto', confirm: false, tapTrick: false, learner: false };

export const settings = $state<Settings>(load());

function load(): Settings {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(REMEMBERED) ?? '{}');
    return { ...DEFAULT, ...(typeof stored === 'object' ? stored : {}) };
  } catch {
    return { ...DEFAULT };
  }
}

/** Writes every change down and puts the theme on the page. Returns how to stop. */
export function keepSettings(): () => void {
  return $effect.root(() => {
    $effect(() => {
      window.localStorage.setItem(REMEMBERED, JSON.stringify(settings));
    });
    $effect(() => {
      document.documentElement.dataset['theme'] = settings.theme;
    });
  });
}
