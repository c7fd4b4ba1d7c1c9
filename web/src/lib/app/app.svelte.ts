/** The reader's account, the connection, and the lobby: one of each for the whole page. */
import { ApiError, createApi, type FailureCode } from '../net/api';
import { Socket, type Status } from '../net/socket';
import { openWebSocket } from '../net/websocket';
import { LEVELS, type GameOptions, type Player, type TableConfig } from '../protocol';
import { notePromise } from '../fair/promises';
import { GAMES } from '../games';
import { gameOf } from '../state/kind';
import { EMPTY_LOBBY, reduceLobby, type LobbyState } from '../state/lobby';
import { NO_SEATS, reduceOwn, type OwnSeats } from '../state/own';
import { CLOCKS } from '../state/tableForm';
import { lessons } from './lessons.svelte';
import { tablePath } from './route';
import { navigate } from './router.svelte';

/** The time between two requests of a visitor without a session for the list of tables. */
const POLL_MS = 5000;

export const api = createApi((input, init) => window.fetch(input, init));

export const socket = new Socket({
  open: () => openWebSocket('/ws'),
  timers: {
    set: (run, ms) => window.setTimeout(run, ms),
    clear: (timer) => {
      window.clearTimeout(timer);
    },
  },
  random: Math.random,
});

class App {
  user = $state.raw<Player | null>(null);
  /** True if it is known who the reader is. */
  known = $state(false);
  status = $state<Status>('off');
  /** The reason why the server has refused the connection, while it has. */
  refusal = $state<FailureCode | null>(null);
  /** True if the server has left a request unanswered and has answered none since. */
  silent = $state(false);
  /** True if the reader had a session, and the server says otherwise by now. */
  ended = $state(false);
  lobby = $state.raw<LobbyState>(EMPTY_LOBBY);
  /** The seats that the reader has. */
  own = $state.raw<OwnSeats>(NO_SEATS);

  /** Finds out who the reader is and connects. Returns a function that disconnects. */
  start(): () => void {
    const stops = [
      socket.onStatus((status) => {
        this.status = status;
        this.refusal = socket.refusal;
        if (status === 'refused') void this.recognise();
      }),
      socket.onMessage((message) => {
        this.lobby = reduceLobby(this.lobby, message);
        if (message.type === 'welcome') this.user = message.you;
        this.own = reduceOwn(this.own, message, this.user?.id);
        notePromise(message);
      }),
    ];
    const online = (): void => {
      socket.hurry();
    };
    const seen = (): void => {
      if (document.visibilityState === 'visible') socket.hurry();
    };
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', seen);
    void this.identify();
    return () => {
      for (const stop of stops) stop();
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', seen);
      socket.stop();
    };
  }

  /** Asks who we are until somebody answers. */
  private async identify(): Promise<void> {
    try {
      this.become(await api.me());
      this.silent = false;
    } catch {
      this.silent = true;
      window.setTimeout(() => void this.identify(), POLL_MS);
    }
  }

  /** The server refused us: perhaps the session has ended, or the account is deleted. */
  private async recognise(): Promise<void> {
    const user = await api.me().catch(() => this.user);
    if (user !== null || this.user === null) return;
    this.become(null);
    this.ended = true;
  }

  /** Somebody else is the reader from now on. */
  become(user: Player | null): void {
    const changed = this.user?.id !== user?.id;
    if (changed) this.own = NO_SEATS;
    this.user = user;
    this.known = true;
    this.ended = false;
    if (!user) socket.stop();
    else if (changed || socket.status === 'refused') socket.restart();
    else socket.start();
  }

  /** Makes sure that the reader is somebody, if need be a guest. */
  async ensureUser(): Promise<void> {
    if (this.user) {
      socket.start();
      return;
    }
    const user = this.known ? null : await api.me();
    this.become(user ?? (await api.guest()));
  }

  /** Tables for those who have no connection of their own. */
  async pollLobby(): Promise<void> {
    try {
      const tables = await api.tables();
      this.lobby = { ...this.lobby, tables, loaded: true };
      this.silent = false;
    } catch (error) {
      this.silent = true;
      throw error;
    }
  }

  /** Sets a table up and goes there to sit down. */
  async open(config: TableConfig): Promise<void> {
    await this.ensureUser();
    const { table, invite } = await api.createTable(config).catch((error: unknown) => {
      if (failureCode(error) === 'unauthorized') void this.recognise();
      throw error;
    });
    navigate(tablePath(table, invite, true));
  }

  /**
   * One of the games that can be played at once, against bots and without any question: nothing is
   * at stake, and no clock runs. Bots of one level after the other are asked for: the gentlest there is
   * plays. Whoever has not played the game yet is dealt a prepared deal first, if there is one.
   */
  async playNow(game: GameOptions): Promise<void> {
    const isFirst = lessons.played[gameOf(game)] === 0;
    const lesson = isFirst && GAMES[game.name].hasLesson?.(game.options) ? { lesson: true } : {};
    let refused: unknown;
    for (const bots of LEVELS) {
      try {
        await this.open({ game, bots, rated: false, clock: CLOCKS.alone, ...lesson });
        return;
      } catch (error) {
        if (failureCode(error) !== 'no_bots') throw error;
        refused = error;
      }
    }
    throw refused;
  }
}

export const app = new App();

/** Keeps the lobby up to date as long as it is looked at. Returns a function that stops this. */
export function followLobby(): () => void {
  socket.lobby(true);
  const poll = (): void => {
    if (app.status === 'online') return;
    app.pollLobby().catch(() => undefined);
  };
  poll();
  const timer = window.setInterval(poll, POLL_MS);
  return () => {
    window.clearInterval(timer);
    socket.lobby(false);
  };
}

/** Returns the code of an error, for which there are words. */
export function failureCode(error: unknown): FailureCode {
  return error instanceof ApiError ? error.code : 'internal';
}
