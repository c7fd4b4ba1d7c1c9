/** The focus at a table, for those who play by the keys. */
import { tick } from 'svelte';
import { leadFocus, rescueFocus } from './focus';

/** Cards of one's own hand. */
export const HELD = '[data-testid="hand-card"]';
/** Open cards on the table. */
export const LYING = '[data-testid="table-card"]';
const DECISION = '[data-testid="tarok-panel"][data-mine="true"] button:not(:disabled)';
/** The elements that take over the focus of one that vanishes: the first of these that is there. */
const AFTER = ['[data-testid="result"]', DECISION, `${HELD}[tabindex="0"]`, '[data-testid="go-on"]', '[data-testid^="sit-"]'];

/** Puts the focus where the table waits for the reader: on the decision, or else on the hand. */
export function focusWaiting(root: HTMLElement): void {
  for (const selector of [DECISION, `${HELD}[tabindex="0"]`, '[data-testid="result"]']) {
    const found = root.querySelector<HTMLElement>(selector);
    if (!found) continue;
    found.focus();
    return;
  }
}

/**
 * Keeps the focus where it is needed whenever one of these changes, and leads it to what is to be
 * chosen while that is no card. Must be called while a component is set up.
 */
export function followFocus(root: () => HTMLElement | undefined, changes: () => readonly unknown[], deciding: () => boolean): void {
  $effect(() => {
    changes();
    const leads = deciding();
    void tick().then(() => {
      const at = root();
      if (!at) return;
      rescueFocus(at, AFTER);
      if (leads) leadFocus(at, HELD, DECISION);
    });
  });
}
