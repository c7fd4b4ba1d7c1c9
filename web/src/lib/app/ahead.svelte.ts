/**
 * The cards that are played without another press: one made ready while others play, the last one of a hand, and
 * the only one that may be played. All of it happens in the page: the server hears of a card when it is one's turn.
 */
import { GAMES } from '../../games';
import type { Turn } from '../protocol';
import { gameOf, isCoached } from '../state/kind';
import type { Timers } from '../timers';
import { isHelped } from './lessons.svelte';
import { settings } from './settings.svelte';
import type { TableStore } from './table.svelte';

/** The time for which the reader sees that the last or the only card goes by itself, in milliseconds. */
export const SEEN_MS = 700;
/** A card that is pressed again so soon was pressed once: it stays ready. */
const DOUBLED_MS = 350;

interface Ready {
  card: string;
  /** The deal, and the number of one's own moves in it: a card is ready for the next one. */
  game: string;
  moves: number;
}

export class Ahead {
  private made = $state.raw<Ready | null>(null);
  /** The moment when it was made ready, by the local clock. */
  private madeAt = -Infinity;
  /** The turn in which a card was played without a press: one that was refused is not tried again. */
  private tried: Turn | undefined;

  constructor(
    private readonly store: TableStore,
    private readonly timers: Timers,
  ) {}

  /** The card that is ready, as long as its deal goes on without another move of one's own. */
  readonly card = $derived.by((): string | undefined => {
    const deal = this.store.truth?.deal;
    const { made } = this;
    if (!deal || !made || made.game !== deal.game || made.moves !== this.ownMoves) return undefined;
    return deal.view.hand?.includes(made.card) ? made.card : undefined;
  });

  /** The last card of the hand, or the only one that may be played, if the reader wants it to play itself. */
  readonly itself = $derived.by((): string | undefined => {
    const [only, another] = this.store.legal;
    const turn = this.store.truth?.deal?.turn;
    const hand = this.store.truth?.deal?.view.hand ?? [];
    if (only === undefined || another !== undefined || turn?.legal_cut || !hand.includes(only)) return undefined;
    return (hand.length === 1 ? settings.autoLast : settings.autoOnly && !this.explained && !this.hidesSides) ? only : undefined;
  });

  /** True if a coach says what matters before each card: one is to have the time to read it. */
  private readonly explained = $derived.by((): boolean => {
    const config = this.store.truth?.config;
    return config !== undefined && isCoached(config) && isHelped('line', gameOf(config.game));
  });

  /** True if a card that goes at once could tell the others who plays with whom. */
  private readonly hidesSides = $derived.by((): boolean => {
    const view = this.store.truth?.deal?.view;
    return view !== undefined && GAMES[view.game].hidesSides?.(view) === true;
  });

  private readonly ownMoves = $derived.by((): number => {
    const { you, deal } = this.store.truth ?? {};
    return deal?.moves.filter(({ seat }) => seat === you).length ?? 0;
  });

  /** The card that is to be played now; none while something else may be done first. */
  private readonly due = $derived.by((): string | undefined => {
    const { legal } = this.store;
    const hand = this.store.truth?.deal?.view.hand ?? [];
    const { card } = this;
    if (card === undefined) return this.itself;
    return legal.includes(card) && legal.every((action) => hand.includes(action)) ? card : undefined;
  });

  /** Makes a card ready, or takes it back. Returns false if none can be made ready now. */
  press(card: string): boolean {
    const { truth } = this.store;
    const deal = truth?.deal;
    if (!deal?.turn || truth?.you == null || truth.seats[truth.you]?.substitute) return false;
    const doubled = this.timers.now - this.madeAt < DOUBLED_MS;
    if (this.card === card) {
      if (!doubled) this.cancel();
      return true;
    }
    this.made = { card, game: deal.game, moves: this.ownMoves };
    this.madeAt = this.timers.now;
    this.store.tell({ kind: 'ready', card });
    return true;
  }

  cancel(): void {
    this.made = null;
    if (this.store.notice?.kind === 'ready') this.store.tell(null);
  }

  /** Plays what is due as soon as everything before it has been seen. Called in a component; `online` may change. */
  follow(online: () => boolean): void {
    const { store } = this;
    const due = $derived(this.due);
    const wait = $derived(this.card === undefined ? SEEN_MS : 0);
    const refused = $derived(this.card !== undefined && store.legal.length > 0 && !store.legal.includes(this.card));
    $effect(() => {
      if (due === undefined || !store.still || !online()) return undefined;
      const timer = this.timers.set(() => {
        this.play(due);
      }, wait);
      return () => {
        this.timers.clear(timer);
      };
    });
    $effect(() => {
      const { card } = this;
      if (!refused || card === undefined) return;
      this.cancel();
      store.tell({ kind: 'not_ready', card });
    });
  }

  private play(card: string): void {
    const turn = this.store.truth?.deal?.turn ?? undefined;
    if (turn === undefined || turn === this.tried) return;
    this.store.act(card);
    if (this.store.sent === card) this.tried = turn;
  }
}
