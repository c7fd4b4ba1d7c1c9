/** The coach at a table: the words for the reader's turn, to be read above the hand and to be asked for again. */
import type { Turn } from '../protocol';
import { gameOf, isCoached, partnersOf, seatsOf } from '../state/kind';
import { sentences } from '../words/coach/sentences';
import { say } from '../words/coach/catalogue.svelte';
import { followCoach, isCoachReady } from '../words/coach/catalogues';
import type { CoachContext } from '../words/coach/context';
import { connection } from './connection.svelte';
import { socket } from './server';
import { Coach } from './coach.svelte';
import { isHelped } from './lessons.svelte';
import type { TableStore } from './table.svelte';

export class TableCoach {
  /** The number of times that the words were asked for again. */
  repeated = $state(0);
  /** True while there is no room for the words: the lamp above the table says that there are some. */
  unseen = $state(false);
  private readonly coach: Coach<Turn>;

  /** Follows the table as long as the component lives that makes it. */
  constructor(
    private readonly store: TableStore,
    private readonly context: Omit<CoachContext, 'you' | 'players' | 'partnerOf'>,
  ) {
    this.coach = new Coach<Turn>(store.id, socket);
    $effect(() => () => {
      this.coach.close();
    });
    $effect(() => {
      if (this.on && this.game) followCoach(this.game);
    });
    $effect(() => {
      if (this.turn && connection.status === 'online') this.coach.ask(this.turn);
    });
  }

  /** True if the reader plays here and is helped. */
  readonly on = $derived.by((): boolean => {
    const { truth } = this.store;
    return truth !== null && truth.you !== null && isCoached(truth.config) && isHelped('line', gameOf(truth.config.game));
  });

  private readonly game = $derived.by(() => this.store.truth?.config.game.name);

  private readonly turn = $derived.by((): Turn | null => (this.on && this.store.myTurn ? (this.store.truth?.deal?.turn ?? null) : null));

  /** All that is to be said on the reader's turn, the most important first; none while the table shows something else. */
  readonly said = $derived.by((): readonly string[] => this.words(false));

  /** The same for the ear, once the cards that it is about lie there. */
  readonly heard = $derived.by((): readonly string[] => (this.store.still ? this.words(true) : []));

  private words(heard: boolean): readonly string[] {
    const { told } = this.coach;
    const { truth, shown, sent } = this.store;
    const covered = sent !== null || Boolean(shown?.taking ?? shown?.closing);
    if (!truth || !told || told.about !== this.turn || covered || !isCoachReady(truth.config.game.name)) return [];
    const { claim } = told.about;
    // All cards lead to the same.
    if (claim !== undefined) return [say(`claim.${claim}`)];
    const { you, config } = truth;
    return sentences(told.coach, gameOf(config.game), {
      you,
      players: seatsOf(config.game),
      partnerOf: partnersOf(config.game),
      heard,
      ...this.context,
    });
  }

  repeat(): void {
    this.repeated += 1;
  }
}
