/** The keys of a table: one list for their effect and for the dialog that lists them. */

import { settings } from './settings.svelte';

/** The effects of the keys that work from anywhere at a table. */
export type TableAction = 'card' | 'claim' | 'coach' | 'last' | 'chat' | 'command' | 'keys';

export interface TableKey {
  /** The caps to be shown; a dash between two of them stands for all between. */
  shown: readonly string[];
  does: TableAction | 'move' | 'play' | 'others' | 'close';
  /** The keys, as `KeyboardEvent.key` names them in lower case, that do it from anywhere at the table. */
  keys: readonly string[];
}

export const TABLE_KEYS: readonly TableKey[] = [
  { does: 'card', shown: ['1', '–', '9', '0'], keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] },
  { does: 'move', shown: ['←', '→'], keys: [] },
  { does: 'play', shown: ['Enter'], keys: [] },
  { does: 'others', shown: ['↑', '↓'], keys: [] },
  { does: 'claim', shown: ['R'], keys: ['r'] },
  { does: 'coach', shown: ['H'], keys: ['h'] },
  { does: 'last', shown: ['L'], keys: ['l'] },
  { does: 'chat', shown: ['C'], keys: ['c'] },
  { does: 'command', shown: ['/'], keys: ['/'] },
  { does: 'keys', shown: ['?'], keys: ['?'] },
  { does: 'close', shown: ['Esc'], keys: [] },
];

/** Places in which a key belongs to what stands there. */
const ELSEWHERE = 'input, textarea, select, [contenteditable], dialog, [popover], [role="dialog"]';

/** A key that was pressed: its effect and, for a card, the card's place in the hand. */
export interface Pressed {
  does: TableAction;
  index: number;
}

/**
 * Returns the effect of a key at a table; undefined for keys without any, for those held down or combined with
 * others, for those that belong to a field, a panel or a dialog, and if the reader wants none.
 */
export function pressedKey(event: KeyboardEvent): Pressed | undefined {
  if (!settings.keys || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return undefined;
  if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return undefined;
  if (document.querySelector('dialog[open]')) return undefined;
  const key = event.key.toLowerCase();
  for (const { does, keys } of TABLE_KEYS) {
    const index = keys.indexOf(key);
    if (index >= 0) return { does: does as TableAction, index };
  }
  return undefined;
}
