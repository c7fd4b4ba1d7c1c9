/** The choices that a reader has at the seats of a table: to sit down, to change, to have a bot, to say a phrase. */
import { GAMES } from '../../games';
import type { Phrase } from '../protocol';
import { gameOf } from '../state/kind';
import { levelsFor } from '../state/lobby';
import { seatChange, type BotChoice, type ChangeChoice } from '../state/seats';
import type { TableState } from '../state/table';
import { USUAL_LEVEL } from '../state/tableForm';
import { playerName } from '../words/names';
import { lobby } from './lobby.svelte';
import type { TableStore } from './table.svelte';

export class SeatChoices {
  constructor(
    private readonly store: TableStore,
    /** Returns the state that is shown. */
    private readonly table: () => TableState,
  ) {}

  private get truth(): TableState {
    return this.store.truth ?? this.table();
  }

  /** Between deals a player may have a bot in a free seat, or none where they come by themselves. */
  bots(seat: number): BotChoice | undefined {
    const { config, phase, seats, you, awaiting_bots: awaited } = this.table();
    const between = phase === 'waiting' || phase === 'finished';
    if (you === null || !between || seats[seat]?.player !== null) return undefined;
    return {
      levels: levelsFor(lobby.state, `${gameOf(config.game)}-${seats.length}`),
      come: config.bots !== undefined || awaited === true,
      onseat: (level) => {
        this.store.seatBot(seat, level);
      },
    };
  }

  /** Between deals: bots in all free seats, so that the others play on. */
  fill(): void {
    this.table().seats.forEach((_, seat) => {
      const bots = this.bots(seat);
      const level = bots?.levels.find((one) => one === USUAL_LEVEL) ?? bots?.levels[0];
      if (level !== undefined) bots?.onseat(level);
    });
  }

  /** Returns the name of the player across from a seat, where partners play. */
  partner(seat: number): string | undefined {
    const { config, seats } = this.table();
    const { name, options } = config.game;
    const player = seats[GAMES[name].partner?.(options, seat) ?? -1]?.player;
    return player ? playerName(player) : undefined;
  }

  change(seat: number): ChangeChoice | undefined {
    const kind = seatChange(this.truth, seat);
    if (kind === undefined) return undefined;
    return {
      kind,
      onchange: () => {
        this.store.changeSeat(kind === 'asked' ? (this.table().you ?? seat) : seat);
      },
    };
  }

  /** Phrases are said from one's own seat, to people: bots do not read them. */
  say(seat: number): ((phrase: Phrase) => void) | undefined {
    const { seats, you } = this.table();
    const company = seats.some(({ player }, other) => other !== you && player !== null && player.kind !== 'bot');
    return seat === you && company ? (phrase) => void this.store.outbox.say(phrase) : undefined;
  }

  sit(seat: number): (() => void) | undefined {
    const { seats, you } = this.table();
    const free = you === null && this.truth.phase !== 'closed' && seats[seat]?.player === null;
    return free ? () => this.store.sit(seat) : undefined;
  }
}
