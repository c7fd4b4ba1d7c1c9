/**
 * Playing by the socket alone: what nobody has to see need not be drawn or waited for. So tables are
 * opened until a deal is as a test wants it, and deals of which only the end is looked at are played out.
 */
import assert from 'node:assert/strict';
import { byId } from './browser.mjs';
import { becomeGuest, createTable } from './table.mjs';

/** A deal that one table in twenty has is found by then on any machine. */
const PATIENCE_MS = 240_000;

/** A document of the server's that is no page: its socket is open to it. */
const ASIDE = '/health';

/**
 * Runs in the page: sits down at a table (or, if `seated`, goes on there), plays as `choose` says,
 * and tells how that ended.
 */
function play(table, seated, choose, given) {
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
      // A shuffle waits for nobody: who adds to it too late is dealt to all the same.
      if (message.type === 'error' && !message.of?.startsWith('nonce')) reject(new Error(data));
      if (message.type === 'welcome') say({ type: seated ? 'watch' : 'sit' });
      if (event?.type === 'committed') say({ type: 'nonce_hash', hash: await hash() });
      if (event?.type === 'nonces_committed') say({ type: 'nonce', nonce });
      if (event?.type === 'deal_over' || (seated && message.snapshot?.deal?.finish)) end('over');
      // Whoever sits down is told of the deal; who goes on is shown where it stands.
      const shown = seated ? message.snapshot : undefined;
      const turn = event?.turn ?? event?.deal?.turn ?? shown?.deal?.turn;
      const action = turn?.legal && choose(turn.legal, given, turn);
      if (action === 'stop') end('stop');
      else if (action === 'leave') {
        say({ type: 'leave' });
        end('leave');
      } else if (action) say({ type: 'act', seq: shown?.seq ?? message.seq, action });
    };
  });
}

/** Returns what `play` says of a table. */
function played(page, table, seated, choose, given) {
  return page.evaluate(`(${play})(${JSON.stringify(table)}, ${seated}, ${choose}, ${JSON.stringify(given)})`);
}

/**
 * Sets tables up, each as a new guest, until `choose` stops at one, and returns its address: the
 * page's visitor sits there and is to act. `choose(legal, given, turn)` runs in the page and returns an
 * action, `stop`, or `leave` for another table. The guests have made-up names, or this one.
 */
export async function search(page, config, choose, given, name) {
  await page.goto(ASIDE);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    await becomeGuest(page, name);
    const { table, address } = await createTable(page, config);
    if ((await played(page, table, false, choose, given)) === 'stop') return address;
  }
  throw new Error(`no deal of ${JSON.stringify(config.game)} is as it is wanted`);
}

/** Says what is wished for where it is offered, and otherwise as little as may be. */
function anything(legal, wishes) {
  return wishes.find((wish) => legal.includes(wish)) ?? (legal.includes('pass') ? 'pass' : legal[0]);
}

/**
 * Plays the deal at the page's table to its end, as a second tab of the same player would. The page
 * stays where it is and shows what happens. `wishes` are actions to be taken where they are offered.
 */
export async function playOut(page, wishes = []) {
  const table = new URL(page.url()).pathname.split('/').at(-1);
  const aside = await page.context().newPage();
  await aside.goto(ASIDE);
  const how = await played(aside, table, true, anything, wishes);
  assert.equal(how, 'over');
  await aside.close();
  await byId(page, 'result').waitFor();
}
