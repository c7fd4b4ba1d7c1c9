/** The bubbles at the seats: what a player has just said, for a moment. */
import type { Seat } from '../protocol';
import { linesIn, toldIn } from '../state/cues';
import { seatOf } from '../state/seats';
import { lineText } from '../words/chat';
import { callIn } from '../words/calls';
import { mutedPlayers } from './muted.svelte';
import { settings } from './settings.svelte';
import type { TableStore } from './table.svelte';

/** The time for which one can read a word of the game, and for which each letter of the chat adds to it. */
export const STAY_MS = 2200;
const LETTER_MS = 45;
const LONGEST_MS = 7000;

export interface Bubble {
  /** Another saying has another number. */
  id: number;
  text: string;
  /** True for a line of the chat, false for a word of the game. */
  chat: boolean;
  /** The time for which it stays, in milliseconds. */
  stay: number;
}

export class Speech {
  private bubbles = $state.raw<ReadonlyMap<Seat, Bubble>>(new Map());
  private newest = 0;
  private readonly timers = new Set<number>();

  /** Follows the steps of a table; must be called while a component is set up. */
  constructor(store: TableStore) {
    $effect(() =>
      store.listen((cues) => {
        for (const fact of toldIn(cues)) {
          const said = callIn(fact);
          if (said) this.say(said.seat, said.text, false);
        }
        for (const line of settings.bubbles ? linesIn(cues) : []) {
          const seat = store.truth ? seatOf(store.truth, line.from) : undefined;
          if (seat !== undefined && !mutedPlayers().includes(line.from.id)) this.say(seat, lineText(line), true);
        }
      }),
    );
    $effect(() => () => {
      for (const timer of this.timers) window.clearTimeout(timer);
    });
  }

  /** Returns what a seat has just said. */
  at(seat: Seat): Bubble | undefined {
    return this.bubbles.get(seat);
  }

  private say(seat: Seat, words: string, chat: boolean): void {
    const before = this.bubbles.get(seat);
    const id = (this.newest += 1);
    // Two words of the game said in one breath stand side by side, and a word said twice stands once.
    const heard = before && !before.chat && !chat ? before.text.split(', ') : [];
    const text = chat ? words : [...heard.filter((word) => word !== words), words].join(', ');
    const stay = chat ? Math.min(STAY_MS + text.length * LETTER_MS, LONGEST_MS) : STAY_MS;
    this.bubbles = new Map(this.bubbles).set(seat, { id, text, chat, stay });
    const timer = window.setTimeout(() => {
      this.timers.delete(timer);
      if (this.bubbles.get(seat)?.id !== id) return;
      const left = new Map(this.bubbles);
      left.delete(seat);
      this.bubbles = left;
    }, stay);
    this.timers.add(timer);
  }
}
