/** Lets a table be heard as its picture changes. */
import { untrack } from 'svelte';
import { cuesBetween } from '../state/cues';
import type { TableState } from '../state/table';
import { afterFrame } from './later.svelte';
import { settings } from './settings.svelte';
import { listenForGesture, play } from './sounds';

interface Beside {
  myTurn: boolean;
  /** Lines of chat the reader has not seen. */
  fresh: number;
}

/** Follows the picture; must be called while a component is set up. */
export function followSounds(shown: () => TableState, beside: () => Beside): void {
  let before: TableState | undefined;
  let was: Beside = { myTurn: true, fresh: 0 };
  $effect(() => listenForGesture());
  $effect(() => {
    const after = shown();
    const now = beside();
    untrack(() => {
      if (before && settings.sound) {
        const sounds = cuesBetween(before, after);
        if (now.myTurn && !was.myTurn) sounds.push('turn');
        if (now.fresh > was.fresh) sounds.push('chat');
        if (sounds.length > 0) afterFrame(() => sounds.forEach(play));
      }
      before = after;
      was = now;
    });
  });
}
