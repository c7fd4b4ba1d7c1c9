/** The deal before, played to a spectator with open hands while the table plays the next one. */
import { t } from '../i18n/index.svelte';
import type { Seat } from '../protocol';
import type { LogEntry } from '../state/log';
import { stayMs } from '../state/playback';
import { buildReplay, positionAt, type Replay } from '../state/replay';
import { showsOpenHands } from '../state/seats';
import type { TableState } from '../state/table';
import { playerName } from '../words/names';
import { recall, remember } from '../storage';
import { api } from './server';

/** The key under which the browser keeps that the spectator wants the running deal. */
const KEPT = 'vzetek.openHands';
/** The time after which a record that could not be fetched is asked for again, in milliseconds. */
const AGAIN_MS = 5000;
/** The time for which the end of a deal stays before the next, in milliseconds. */
const END_MS = 6000;

export class OpenHands {
  /** True if the spectator wants the deal before rather than the running one. */
  wanted = $state(recall(KEPT) !== 'no');
  /** The deal that is played; absent until the table has finished one, and while the running one is wanted. */
  replay = $state.raw<Replay | undefined>();
  step = $state(0);
  /** The newest finished deal of the table. */
  private newest = $state.raw<string | undefined>();
  /** True once the list was asked for the deals of the table. */
  private asked = false;
  private readonly offered = $derived.by(() => this.hasRoom() && showsOpenHands(this.table()));
  readonly shown = $derived(this.offered ? this.replay : undefined);

  constructor(
    /** Returns the newest state of the table. */
    private readonly table: () => TableState,
    /** Returns true where the window has room for a cloth. */
    private readonly hasRoom: () => boolean,
  ) {}

  /** The log of the deal that is played, up to where it stands. */
  get log(): readonly LogEntry[] | undefined {
    return this.shown && positionAt(this.shown, this.step).log;
  }

  /** The names of those who played that deal. */
  readonly nameOf = (seat: Seat): string => {
    const player = this.shown?.record.players.find((one) => one.seat === seat)?.player;
    return player ? playerName(player) : t('player.nobody');
  };

  /** True if the spectator has the choice. */
  get offers(): boolean {
    return this.offered && this.newest !== undefined;
  }

  toggle(): void {
    this.wanted = !this.wanted;
    this.replay = undefined;
    remember(KEPT, this.wanted ? 'yes' : 'no');
  }

  /** Follows the deals of the table; must be called while a component is set up. */
  follow(): void {
    $effect(() => {
      const { deal, phase, id, config } = this.table();
      if (!this.offered) return;
      if (phase === 'finished' && deal) this.newest = deal.game;
      // The list has none of private tables.
      else if (this.newest === undefined && !config.private && !this.asked) void this.findNewest(id);
    });
    // The next deal begins when the one that is played is over.
    $effect(() => {
      const next = this.newest;
      const over = this.replay === undefined || this.step === this.replay.positions.length - 1;
      if (!this.offered || !this.wanted || next === undefined || !over || next === this.replay?.record.id) return;
      let timer: number | undefined;
      let stopped = false;
      const fetch = (): void => {
        api
          .game(next)
          .then((record) => {
            if (stopped) return;
            this.replay = buildReplay(record);
            this.step = 0;
          })
          .catch(() => {
            if (!stopped) timer = window.setTimeout(fetch, AGAIN_MS);
          });
      };
      const stay = this.replay ? END_MS : 0;
      timer = window.setTimeout(fetch, stay);
      return () => {
        stopped = true;
        window.clearTimeout(timer);
      };
    });
    $effect(() => {
      const stay = this.shown && stayMs(this.shown, this.step, 'real');
      if (stay === undefined) return;
      const timer = window.setTimeout(() => (this.step += 1), stay);
      return () => {
        window.clearTimeout(timer);
      };
    });
  }

  /** A spectator who comes in mid-deal has the one before at once. */
  private async findNewest(table: string): Promise<void> {
    this.asked = true;
    const games = await api.games({ table, limit: 1 }).catch(() => []);
    this.newest ??= games[0]?.id;
  }
}
