/** Lets a table be heard as its picture changes. */
import { untrack } from 'svelte';
import { cuesBetween, type Sound } from '../state/cues';
import type { TableState } from '../state/table';
import { afterFrame } from './later.svelte';
import { FULL_VOLUME, settings } from './settings.svelte';
import { listenForGesture, play, wake } from './sounds';

interface Beside {
  myTurn: boolean;
  /** Lines of chat the reader has not seen. */
  fresh: number;
}

/** Lets a sound be heard as loud as the reader wants it, if at all. */
export function hear(sound: Sound): void {
  if (settings.sound && settings.volume > 0) play(sound, settings.volume / FULL_VOLUME);
}

/** Calls the reader, at a table or elsewhere. */
export async function call(): Promise<void> {
  await wake();
  hear('turn');
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
      if (before) {
        const sounds = cuesBetween(before, after);
        if (now.myTurn && !was.myTurn) sounds.push('turn');
        if (now.fresh > was.fresh) sounds.push('chat');
        if (sounds.length > 0) afterFrame(() => sounds.forEach(hear));
      }
      before = after;
      was = now;
    });
  });
}
