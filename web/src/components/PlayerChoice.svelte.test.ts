import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak } from '../lib/i18n/index.svelte';
import PlayerChoice from './PlayerChoice.svelte';

const ANA = { id: 'ana', name: 'Ana', kind: 'person' };
const VID = { id: 'vid', name: 'Vid', kind: 'person' };

let mounted: Record<string, unknown> | undefined;
/** The function that answers the request for each player that was asked for. */
let answers: Map<string, (status: number, body: object) => void>;

beforeEach(async () => {
  await speak('en');
  answers = new Map();
  vi.spyOn(window, 'fetch').mockImplementation(
    (input) =>
      new Promise((resolve) => {
        answers.set(String(input), (status, body) => {
          resolve(new Response(JSON.stringify(body), { status }));
        });
      }),
  );
});

afterEach(() => {
  if (mounted) void unmount(mounted);
  vi.restoreAllMocks();
});

function show(player: string): { player: string } {
  const props = $state({ player, onchoose: () => undefined });
  mounted = mount(PlayerChoice, { target: document.body, props });
  flushSync();
  return props;
}

async function answer(id: string, status: number, body: object): Promise<void> {
  answers.get(`/api/players/${id}`)?.(status, body);
  // The answer is read in several steps.
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
}

const named = (): string | undefined => document.querySelector<HTMLInputElement>('[data-testid=by-player]')?.value;

test('names the player, or says that there is none any more', async () => {
  const props = show('ana');
  await answer('ana', 200, { player: ANA });
  expect(named()).toBe('Ana');
  props.player = 'vid';
  flushSync();
  await answer('vid', 404, { code: 'no_such_player', message: '' });
  expect(named()).toBe('deleted account');
});

test('whoever cannot be asked about just now is not gone', async () => {
  show('ana');
  await answer('ana', 503, { code: 'storage_unavailable', message: '' });
  expect(named()).toBe('…');
});

test('a slower answer about another player is dropped', async () => {
  const props = show('ana');
  props.player = 'vid';
  flushSync();
  await answer('vid', 200, { player: VID });
  await answer('ana', 200, { player: ANA });
  expect(named()).toBe('Vid');
});
