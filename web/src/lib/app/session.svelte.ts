/** The reader's account, and the seats that belong to it. */
import { notePromise } from '../fair/promises';
import type { Player } from '../protocol';
import { NO_SEATS, reduceOwnSeats, type OwnSeats } from '../state/ownSeats';
import { connection } from './connection.svelte';
import { api, socket } from './server';

/** The time between two questions who the reader is, while nobody answers. */
const ASK_MS = 5000;

class Session {
  user = $state.raw<Player | null>(null);
  /** True if it is known who the reader is. */
  known = $state(false);
  /** True if the reader had a session, and the server says otherwise by now. */
  ended = $state(false);
  /** The seats that the reader has. */
  own = $state.raw<OwnSeats>(NO_SEATS);

  /** Finds out who the reader is and connects. Returns a function that disconnects. */
  start(): () => void {
    const stops = [
      socket.onStatus((status) => {
        if (status === 'refused') void this.recognise();
      }),
      socket.onMessage((message) => {
        if (message.type === 'welcome') this.user = message.you;
        this.own = reduceOwnSeats(this.own, message, this.user?.id);
        notePromise(message);
      }),
    ];
    void this.identify();
    return () => {
      for (const stop of stops) stop();
      socket.stop();
    };
  }

  /** Asks for the reader's session until the server answers. */
  private async identify(): Promise<void> {
    try {
      this.become(await api.me());
      connection.silent = false;
    } catch {
      connection.silent = true;
      window.setTimeout(() => void this.identify(), ASK_MS);
    }
  }

  /** The server refused us: perhaps the session has ended, or the account is deleted. */
  async recognise(): Promise<void> {
    const user = await api.me().catch(() => this.user);
    if (user !== null || this.user === null) return;
    this.become(null);
    this.ended = true;
  }

  /** Another account is the reader from now on. */
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

  /** Makes sure that the reader has an account, if need be a guest's. */
  async ensureUser(): Promise<void> {
    if (this.user) {
      socket.start();
      return;
    }
    const user = this.known ? null : await api.me();
    this.become(user ?? (await api.guest()));
  }
}

export const session = new Session();
