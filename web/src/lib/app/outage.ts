/** The end of an outage, for what failed in it. */
import { api, socket } from './server';

/** The time between two questions to a server that did not answer. */
const ASK_MS = 5000;

/**
 * Calls `over` once, as soon as the server answers again. It is asked every five seconds, and when the connection is
 * back, which not every visitor has. Returns a function that stops this.
 */
export function afterOutage(over: () => void): () => void {
  let ended = false;
  const stop = (): void => {
    ended = true;
    window.clearInterval(timer);
    unfollow();
  };
  const ask = async (): Promise<void> => {
    try {
      await api.me();
    } catch {
      return;
    }
    if (ended) return;
    stop();
    over();
  };
  const timer = window.setInterval(() => void ask(), ASK_MS);
  const unfollow = socket.onStatus((status) => {
    if (status === 'online') void ask();
  });
  return stop;
}
