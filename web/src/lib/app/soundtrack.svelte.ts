/** Lets a table be heard. */
import { soundsIn, type Sound } from '../state/cues';
import type { Position } from '../state/replay';
import { afterFrame } from './later.svelte';
import { FULL_VOLUME, settings } from './settings.svelte';
import { listenForGesture, play, wake } from './sounds';
import type { TableStore } from './table.svelte';

interface Beside {
  myTurn: boolean;
  /** Lines of chat the reader has not seen. */
  fresh: number;
  /** True if another deal is to be seen. */
  silent: boolean;
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

/** Lets sounds be heard when the cards have set off. */
function later(sounds: readonly Sound[]): void {
  if (sounds.length > 0) afterFrame(() => sounds.forEach(hear));
}

/** Lets a replay be heard where it goes on by one step; must be called while a component is set up. */
export function followReplay(position: () => Position): void {
  let before: number | undefined;
  $effect(() => listenForGesture());
  $effect(() => {
    const { step, cues } = position();
    if (step - 1 === before) later(soundsIn(cues));
    before = step;
  });
}

/** Lets the steps of a table be heard; must be called while a component is set up. */
export function followSounds(store: TableStore, beside: () => Beside): void {
  let was: Beside = { myTurn: true, fresh: 0, silent: false };
  $effect(() => listenForGesture());
  $effect(() =>
    store.listen((cues) => {
      if (!was.silent) later(soundsIn(cues));
    }),
  );
  $effect(() => {
    const now = beside();
    later([...(now.myTurn && !was.myTurn ? (['turn'] as const) : []), ...(now.fresh > was.fresh ? (['chat'] as const) : [])]);
    was = now;
  });
}
