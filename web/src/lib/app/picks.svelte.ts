/** Cards of one's own that are picked to be put away, before anything is sent. */
import { GAMES } from '../../games';
import { toggled } from '../state/cards';
import { cardsToDiscard } from '../state/legal';
import type { TableState } from '../state/table';
import type { TableStore } from './table.svelte';

export class Picks {
  private picked = $state.raw<readonly string[]>([]);

  constructor(
    private readonly store: TableStore,
    private readonly shown: () => TableState,
  ) {}

  /** The number of cards the reader has to put away now. */
  readonly must = $derived.by((): number => {
    const { you, phase, deal } = this.shown();
    const view = phase === 'playing' ? deal?.view : undefined;
    return view && you !== null ? (GAMES[view.game].mustPutAway?.(view, you) ?? 0) : 0;
  });

  /** The cards that may be put away. */
  readonly allowed = $derived.by((): readonly string[] => cardsToDiscard(this.store.legal));

  /** The cards that are picked and still held; none outlasts the phase it was picked in. */
  readonly cards = $derived.by((): readonly string[] => {
    const hand = this.shown().deal?.view.hand ?? [];
    return this.must === 0 ? [] : this.picked.filter((card) => hand.includes(card));
  });

  /** Picks a card or takes it back. Returns true if cards are to be put away at all. */
  press(card: string): boolean {
    if (this.must === 0 || !this.store.myTurn) return false;
    if (this.cards.includes(card) || this.allowed.includes(card)) this.picked = toggled(this.cards, card, this.must);
    // The server says why it may not go.
    else this.store.act(`discard:${card}`);
    return true;
  }

  drop(card: string): void {
    this.picked = this.cards.filter((one) => one !== card);
  }

  clear(): void {
    this.picked = [];
  }

  /** Puts away what is picked, one card after the other. */
  confirm(): void {
    this.store.actAll(this.cards.map((card) => `discard:${card}`));
  }
}
