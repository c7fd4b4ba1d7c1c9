import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../../lib/app/session.svelte';
import { speak } from '../../lib/i18n/index.svelte';
import type { Player } from '../../lib/protocol';
import { fromSnapshot } from '../../lib/state/table';
import { player, snapshot } from '../../lib/state/testing';
import Invite from './Invite.svelte';

let shown: Record<string, unknown> | undefined;

afterEach(() => {
  if (shown) void unmount(shown);
  session.user = null;
  document.body.replaceChildren();
});

async function show(user: Player, closed: boolean): Promise<boolean> {
  await speak('en');
  session.user = user;
  const { config } = snapshot();
  const state = fromSnapshot(snapshot({ config: { ...config, private: closed }, invite: 'word' }), 0);
  shown = mount(Invite, { target: document.body, props: { state, looks: true } });
  flushSync();
  return document.querySelector('.looks') !== null;
}

test('a host of a private table who is a guest chooses name and face there', async () => {
  expect(await show(player('ana'), true)).toBe(true);
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector<HTMLInputElement>('[data-testid="own-name"]')?.value).toBe('ANA');
  });
  const field = document.querySelector<HTMLInputElement>('[data-testid="own-name"]');
  if (field) field.value = 'Ana P.';
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  // Nothing else on the table stores it.
  expect(document.querySelector('[data-testid="own-name-save"]')).not.toBeNull();
});

test.each([
  ['a registered player', player('ana', { kind: 'person' }), true],
  ['a public table', player('ana'), false],
] as const)('%s has none of that', async (_, user, closed) => {
  expect(await show(user, closed)).toBe(false);
});
