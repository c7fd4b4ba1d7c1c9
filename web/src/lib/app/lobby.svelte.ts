/** The tables that are open or being played, and the bots that are there. */
import { EMPTY_LOBBY, reduceLobby, type LobbyState } from '../state/lobby';
import { connection } from './connection.svelte';
import { api, socket } from './server';

/** The time between two requests of a visitor without a session for the list of tables. */
const POLL_MS = 5000;

class Lobby {
  state = $state.raw<LobbyState>(EMPTY_LOBBY);

  /** Applies the server's messages. Returns a function that stops this. */
  start(): () => void {
    return socket.onMessage((message) => {
      this.state = reduceLobby(this.state, message);
    });
  }

  /** Keeps it up to date as long as it is looked at. Returns a function that stops this. */
  follow(): () => void {
    socket.lobby(true);
    const poll = (): void => {
      if (connection.status === 'online') return;
      this.poll().catch(() => undefined);
    };
    poll();
    const timer = window.setInterval(poll, POLL_MS);
    return () => {
      window.clearInterval(timer);
      socket.lobby(false);
    };
  }

  /** Tables for those who have no connection of their own. */
  private async poll(): Promise<void> {
    try {
      const tables = await api.tables();
      this.state = { ...this.state, tables, loaded: true };
      connection.silent = false;
    } catch (error) {
      connection.silent = true;
      throw error;
    }
  }
}

export const lobby = new Lobby();
