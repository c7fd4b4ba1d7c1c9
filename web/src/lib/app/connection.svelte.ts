/** The connection to the server, as readers see it. */
import type { FailureCode } from '../net/api';
import type { Status } from '../net/socket';
import { socket } from './server';

class Connection {
  status = $state<Status>('off');
  /** The reason why the server has refused the connection, while it has. */
  refusal = $state<FailureCode | null>(null);
  /** True if the server has left a request unanswered and has answered none since. */
  silent = $state(false);

  /** Follows the socket, and has it tried at once when the network or the reader is back. Returns a function that stops this. */
  start(): () => void {
    const stop = socket.onStatus((status) => {
      this.status = status;
      this.refusal = socket.refusal;
    });
    const online = (): void => {
      socket.hurry();
    };
    const seen = (): void => {
      if (document.visibilityState === 'visible') socket.hurry();
    };
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', seen);
    return () => {
      stop();
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', seen);
    };
  }
}

export const connection = new Connection();
