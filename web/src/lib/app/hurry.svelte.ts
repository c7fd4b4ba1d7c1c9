/** The last seconds of the reader's own time, in words: after them a substitute plays. */
import { t } from '../i18n/index.svelte';
import { URGENT_MS, timeLeft } from '../state/clock';
import { secondsLeft } from '../words/names';
import type { TableStore } from './table.svelte';
import { now, tick } from './ticker.svelte';

/** Returns the words, '' while there is time or none runs; must be called while a component is set up. */
export function hurry(store: () => Pick<TableStore, 'truth' | 'myTurn' | 'sent'> | undefined): () => string {
  const turn = $derived.by(() => {
    const { truth, myTurn, sent } = store() ?? {};
    const awaited = myTurn && sent === null ? truth?.deal?.turn : null;
    return truth && awaited ? { awaited, at: truth.turnAt } : undefined;
  });
  const words = $derived.by(() => {
    const left = turn && timeLeft(turn.awaited, turn.at, now());
    const rest = left && left.move + left.bank;
    return rest !== undefined && rest < URGENT_MS ? t('table.soon', { time: secondsLeft(rest) }) : '';
  });
  $effect(() => (turn ? tick() : undefined));
  return () => words;
}
