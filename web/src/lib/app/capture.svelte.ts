/** Where cards are captured: the card of the hand and the cards of the table that the reader has chosen, before anything is sent. */
import { GAMES } from '../../games';
import { readCaptures, type Captures } from '../state/capture/actions';
import { NO_CHOICE, choiceOf, type Choice, type Situation } from '../state/capture/choice';
import { toggled } from '../state/cards';
import { isCapturing, isCoached } from '../state/kind';
import { settings } from './settings.svelte';
import type { TableStore } from './table.svelte';

/** A card that is pressed again so soon was pressed once: it is chosen, and nothing is done with it. */
const DOUBLED_MS = 350;

interface Chosen {
  /** The number of moves so far: a choice does not outlast the turn in which it was made. */
  turn: number;
  card: string | undefined;
  picked: readonly string[];
}

export class CaptureChoice {
  private chosen = $state.raw<Chosen>({ turn: -1, card: undefined, picked: [] });
  /** The moment when a card of the hand was chosen, as `performance.now()` counts. */
  private chosenAt = -Infinity;

  constructor(private readonly store: TableStore) {}

  private readonly captures = $derived.by((): Captures => readCaptures(this.store.legal));

  /** True if the reader chooses now. */
  readonly active = $derived.by(
    (): boolean =>
      this.store.truth !== null && isCapturing(this.store.truth) && this.store.truth.deal !== null && this.store.legal.length > 0,
  );

  private readonly situation = $derived.by((): Situation => {
    const { deal, config } = this.store.truth ?? {};
    const table = deal?.view.cards ?? [];
    const current = this.active && this.chosen.turn === deal?.moves.length;
    return {
      table,
      captures: this.captures,
      helped: config !== undefined && isCoached(config),
      cut: deal?.turn?.legal_cut ?? false,
      card: current ? this.chosen.card : undefined,
      picked: current ? this.chosen.picked : [],
    };
  });

  /** The captures that the chosen cards allow. */
  readonly choice = $derived.by((): Choice => {
    const { config } = this.store.truth ?? {};
    const rules = config && GAMES[config.game.name].captures;
    return rules ? choiceOf(rules, this.situation) : NO_CHOICE;
  });

  /** The chosen card of the hand. */
  get card(): string | undefined {
    return this.situation.card;
  }

  /** The picked cards of the table. */
  get picked(): readonly string[] {
    return this.situation.picked;
  }

  /** The cards that the hand may play: all, or those that take the cards that are picked already. */
  get playable(): readonly string[] {
    if (!this.active) return [];
    return this.card === undefined ? this.choice.takers : [...this.captures.keys()];
  }

  /** Cards that another press would take, while nothing is picked. */
  get offered(): readonly string[] {
    return this.picked.length === 0 ? (this.choice.richest?.cards ?? []) : [];
  }

  /** Chooses a card of the hand; pressed again it does what is usual. */
  pressHand(card: string): void {
    if (!this.ready()) return;
    if (this.card === card) {
      if (performance.now() - this.chosenAt >= DOUBLED_MS) this.doUsual();
      return;
    }
    this.chosenAt = performance.now();
    const { cut, picked } = this.situation;
    const goesOn = cut || (this.captures.get(card) ?? []).some((taken) => picked.every((one) => taken.includes(one)));
    this.choose(card, goesOn ? picked : []);
  }

  /** Picks a card of the table, or takes it back. */
  pressTable(card: string): void {
    if (!this.ready() || !this.situation.table.includes(card)) return;
    this.choose(this.card, toggled(this.picked, card));
  }

  clear(): void {
    this.choose(undefined, []);
  }

  /** Takes what is picked, or says why that cannot be. */
  capture(): void {
    const { capture } = this.choice;
    if (capture) this.store.act(capture.action);
    else this.refuse();
  }

  /** Takes the richest capture. A reader who wants to press twice sees it picked first. */
  takeRichest(): void {
    const { richest } = this.choice;
    if (!richest) return;
    if (settings.confirm) this.choose(this.card, richest.cards);
    else this.store.act(richest.action);
  }

  lay(): void {
    const { lay } = this.choice;
    if (lay !== undefined) this.store.act(lay);
  }

  private doUsual(): void {
    switch (this.choice.usual) {
      case 'capture':
        this.capture();
        break;
      case 'richest':
        this.takeRichest();
        break;
      case 'lay':
        this.lay();
        break;
      case undefined:
        this.refuse();
    }
  }

  private refuse(): void {
    const rule = this.picked.length > 0 ? 'does_not_add_up' : 'several_captures';
    this.store.tell({ kind: 'error', code: 'illegal_action', rule });
  }

  /**
   * True if the reader may choose; if not, a notice says why. Shows at once the events that waited to be
   * shown.
   */
  private ready(): boolean {
    if (!this.store.myTurn) this.store.tell({ kind: 'not_your_turn' });
    else this.store.skip();
    return this.active;
  }

  private choose(card: string | undefined, picked: readonly string[]): void {
    this.store.tell(null);
    this.chosen = { turn: this.store.truth?.deal?.moves.length ?? -1, card, picked };
  }
}
