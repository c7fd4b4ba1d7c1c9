/** Lets a table be heard as its picture changes. */
import { untrack } from 'svelte';
import { cuesBetween } from '../state/cues';
import type { TableState } from '../state/table';
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
        for (const sound of cuesBetween(before, after)) play(sound);
        if (now.myTurn && !was.myTurn) play('turn');
        if (now.fresh > was.fresh) play('chat');
      }
      before = after;
      was = now;
    });
  });
}
