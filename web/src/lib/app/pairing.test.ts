import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientMessage, ServerMessage, TableSummary } from '../protocol';
import { LIMITS, player } from '../state/testing';
import { api, socket } from './server';
import { listen } from './router.svelte';
import { session } from './session.svelte';
import { CALL_MS, pairing } from './pairing.svelte';

const seek = { kind: 'trset-2', pace: 'quick' } as const;
let said: ClientMessage[] = [];
let stop: () => void;
let tell: (message: ServerMessage) => void;

function welcome(epoch: string, more: object = {}): ServerMessage {
  return { type: 'welcome', protocol: 1, server: '', epoch, you: player('ana'), time: '', tables: [], levels: [], limits: LIMITS, ...more };
}

beforeEach(() => {
  said = [];
  sessionStorage.clear();
  vi.spyOn(session, 'ensureUser').mockResolvedValue();
  vi.spyOn(socket, 'send').mockImplementation((message) => said.push(message) > 0);
  vi.spyOn(socket, 'onMessage').mockImplementation((listener) => {
    tell = listener;
    return () => undefined;
  });
  stop = pairing.start();
});

afterEach(() => {
  session.user = null;
  pairing.stop();
  stop();
  vi.restoreAllMocks();
});

/** Looks for others, and the server takes it. */
async function look(): Promise<void> {
  tell(welcome('one'));
  await pairing.seek(seek.kind, seek.pace);
  tell({ type: 'seeking', seek });
}

test('whoever is called goes to the table', async () => {
  await look();
  expect(said).toEqual([{ type: 'seek', ...seek }]);
  tell({ type: 'called', table: 'x', ...seek });
  expect(window.location.pathname).toBe('/table/x');
  expect(pairing.state.seek).toBeNull();
});

test('a player at a table with bots reads who has come before the page goes on', async () => {
  vi.useFakeTimers();
  vi.spyOn(api, 'tables').mockResolvedValue([{ id: 'x', seats: [player('ana'), player('krn')] } as unknown as TableSummary]);
  session.user = player('ana');
  window.history.replaceState(null, '', '/table/bots');
  const follow = listen();
  await look();
  tell({ type: 'called', table: 'x', ...seek });
  await vi.advanceTimersByTimeAsync(CALL_MS - 1);
  expect([window.location.pathname, pairing.company]).toEqual(['/table/bots', [player('krn').name]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(window.location.pathname).toBe('/table/x');
  follow();
  vi.useRealTimers();
});

test('a call for a wish of another tab leads nowhere by itself', () => {
  window.history.replaceState(null, '', '/rules');
  tell(welcome('one'));
  tell({ type: 'seeking', seek });
  tell({ type: 'called', table: 'y', ...seek });
  expect(window.location.pathname).toBe('/rules');
  expect(pairing.state.called).toEqual({ table: 'y', ...seek });
});

test('a wish that ended with its server is uttered again, and one that was withdrawn is not', async () => {
  await look();
  tell(welcome('two'));
  expect(said).toHaveLength(2);
  tell({ type: 'seeking', seek: null });
  tell(welcome('three'));
  expect(said).toHaveLength(2);
});

test('whoever was called while the line was broken finds the table in the welcome', async () => {
  await look();
  tell(welcome('one', { tables: ['z'] }));
  expect(window.location.pathname).toBe('/table/z');
});

test('a refusal is told', async () => {
  tell(welcome('one'));
  await pairing.seek('trset-2', 'quick');
  tell({ type: 'error', code: 'already_seated', message: '', of: 'seek' });
  expect(pairing.failed).toBe('already_seated');
  tell(welcome('two'));
  expect(said).toHaveLength(1);
});
