/**
 * Playing by the socket alone: what nobody has to see need not be drawn or waited for. So tables are
 * opened until a deal is as a test wants it, and deals of which only the end is looked at are played out.
 */
import { type Page, expect } from '@playwright/test';
import type { ServerMessage, Turn } from '../../src/lib/protocol';
import { type Setup, becomeGuest, createTable } from './table.ts';

/** Deals that are looked at before none of them can be as it is wanted. */
const DEALS = 2000;

/** A document of the server's that is no page: its socket is open to it. */
const ASIDE = '/health';

/** Runs in the page and returns an action, `stop`, or `leave` for another table. */
export type Choose<T> = (legal: readonly string[], given: T, turn: Turn) => string | undefined;

type End = 'stop' | 'leave' | 'over';

/**
 * Runs in the page: sits down at a table (or, if `seated`, goes on there), plays as `choose` says,
 * and returns how that ended.
 */
function play<T>(table: string, seated: boolean, choose: Choose<T>, given: T): Promise<End> {
  const nonce = 'unseen';
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${window.location.origin.replace('http', 'ws')}/ws`);
    const say = (message: object) => {
      socket.send(JSON.stringify({ table, ...message }));
    };
    const end = (how: End) => {
      socket.close();
      resolve(how);
    };
    const hash = async () => {
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(nonce));
      return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    };
    const hear = async (message: ServerMessage, text: string) => {
      // A shuffle waits for nobody: who adds to it too late is dealt to all the same.
      if (message.type === 'error' && !message.of?.startsWith('nonce')) reject(new Error(text));
      if (message.type === 'welcome') say({ type: seated ? 'watch' : 'sit' });
      const event = message.type === 'event' ? message.event : undefined;
      const snapshot = message.type === 'snapshot' ? message.snapshot : undefined;
      if (event?.type === 'committed') say({ type: 'nonce_hash', hash: await hash() });
      if (event?.type === 'nonces_committed') say({ type: 'nonce', nonce });
      if (event?.type === 'deal_over' || (seated && snapshot?.deal?.finish)) end('over');
      // Whoever sits down is told of the deal; who goes on is shown where it stands.
      const shown = seated ? snapshot : undefined;
      const now = event && 'turn' in event ? event.turn : event?.type === 'dealt' ? event.deal.turn : shown?.deal?.turn;
      const action = now?.legal && choose(now.legal, given, now);
      if (action === 'stop') end('stop');
      else if (action === 'leave') {
        say({ type: 'leave' });
        end('leave');
      } else if (action) say({ type: 'act', seq: shown?.seq ?? (message.type === 'event' ? message.seq : 0), action });
    };
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', protocol: 1 }));
    };
    socket.onerror = () => {
      reject(new Error('no socket'));
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => void hear(JSON.parse(data) as ServerMessage, data);
  });
}

/** Returns what `play` says of a table. */
function played<T>(page: Page, table: string, seated: boolean, choose: Choose<T>, given: T): Promise<End> {
  return page.evaluate<End>(`(${play})(${JSON.stringify(table)}, ${seated}, ${choose}, ${JSON.stringify(given)})`);
}

/**
 * Sets tables up, each as a new guest, until `choose` stops at one, and returns its address: the
 * page's visitor sits there and is to act. The guests have made-up names, or this one.
 */
export async function findDeal<T>(page: Page, config: Setup, choose: Choose<T>, given: T, name?: string): Promise<string> {
  await page.goto(ASIDE);
  for (let n = 0; n < DEALS; n += 1) {
    await becomeGuest(page, name);
    const { table, address } = await createTable(page, config);
    if ((await played(page, table, false, choose, given)) === 'stop') return address;
  }
  throw new Error(`none of ${DEALS} deals of ${JSON.stringify(config.game)} is as it is wanted`);
}

/** Says what is wished for where it is offered, and otherwise as little as may be. */
function anything(legal: readonly string[], wishes: readonly string[]): string | undefined {
  return wishes.find((wish) => legal.includes(wish)) ?? (legal.includes('pass') ? 'pass' : legal[0]);
}

/**
 * Plays the deal at the page's table to its end, as a second tab of the same player would. The page
 * stays where it is and shows what happens. `wishes` are actions to be taken where they are offered.
 */
export async function playOut(page: Page, wishes: readonly string[] = []): Promise<void> {
  const table = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const aside = await page.context().newPage();
  await aside.goto(ASIDE);
  expect(await played(aside, table, true, anything, wishes)).toBe('over');
  await aside.close();
  await page.getByTestId('result').waitFor();
}
