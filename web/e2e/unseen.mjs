/**
 * Playing by the socket alone: what nobody has to see need not be drawn. So tables are opened until
 * a deal is as a test wants it, and only that one is shown.
 */
import { becomeGuest, createTable } from './table.mjs';

/** A deal that one table in twenty has is found by then on any machine. */
const PATIENCE_MS = 240_000;

/** Runs in the page: plays at a table as `choose` says, and tells how that ended. */
function play(table, choose, given) {
  const nonce = 'unseen';
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${window.location.origin.replace('http', 'ws')}/ws`);
    const say = (message) => socket.send(JSON.stringify({ table, ...message }));
    const end = (how) => {
      socket.close();
      resolve(how);
    };
    const hash = async () => {
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(nonce));
      return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    };
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', protocol: 1 }));
    socket.onerror = () => reject(new Error('no socket'));
    socket.onmessage = async ({ data }) => {
      const message = JSON.parse(data);
      const { event } = message;
      if (message.type === 'error') reject(new Error(data));
      if (message.type === 'welcome') say({ type: 'sit' });
      if (event?.type === 'committed') say({ type: 'nonce_hash', hash: await hash() });
      if (event?.type === 'nonces_committed') say({ type: 'nonce', nonce });
      if (event?.type === 'deal_over') end('over');
      const legal = (event?.turn ?? event?.deal?.turn)?.legal;
      const action = legal && choose(legal, given);
      if (action === 'stop') end('stop');
      else if (action === 'leave') {
        say({ type: 'leave' });
        end('leave');
      } else if (action) say({ type: 'act', seq: message.seq, action });
    };
  });
}

/**
 * Sets tables up, each as a new guest, until `choose` stops at one, and returns its address: the
 * page's visitor sits there and is to act. `choose(legal, given)` runs in the page and returns an
 * action, `stop`, or `leave` for another table.
 */
export async function search(page, config, choose, given) {
  // A document of the server's that is no page: its socket is open to it.
  await page.goto('/health');
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    await becomeGuest(page);
    const { table, address } = await createTable(page, config);
    const how = await page.evaluate(`(${play})(${JSON.stringify(table)}, ${choose}, ${JSON.stringify(given)})`);
    if (how === 'stop') return address;
  }
  throw new Error(`no deal of ${JSON.stringify(config.game)} is as it is wanted`);
}
