import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak } from '../lib/i18n/index.svelte';
import { accountWords } from '../lib/words/account.svelte';
import CredentialsForm from './CredentialsForm.svelte';
import MyBots from './MyBots.svelte';
import PasswordForm from './PasswordForm.svelte';

let mounted: Record<string, unknown> | undefined;

beforeEach(async () => {
  await speak('en');
  accountWords.follow();
  await vi.waitFor(() => expect(accountWords.ready).toBe(true));
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(new Response('[]')));
});

afterEach(() => {
  if (mounted) void unmount(mounted);
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

function type(name: string, text: string): void {
  const input = document.querySelector<HTMLInputElement>(`[data-testid=${name}]`);
  if (!input) throw new Error(`there is no ${name}`);
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

async function submit(): Promise<void> {
  const form = document.querySelector('form');
  // Else the browser would say the faults, in its own language.
  expect(form?.noValidate).toBe(true);
  form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await tick();
  flushSync();
  await tick();
}

const faults = (): string[] => [...document.querySelectorAll('.error')].map((one) => one.textContent);

test('a new account needs a name and a password, and says so itself', async () => {
  const onsubmit = vi.fn(() => Promise.resolve());
  mounted = mount(CredentialsForm, { target: document.body, props: { title: 'New', testid: 'register', fresh: true, onsubmit } });
  flushSync();
  await submit();
  expect(faults()).toEqual(['Type a name.', 'Type a password.']);
  expect(document.activeElement?.getAttribute('data-testid')).toBe('register-name');
  type('register-name', 'A');
  type('register-password', 'short');
  await submit();
  expect(faults()).toEqual([
    'This name cannot be used: 2 to 24 characters, visible and ordinary ones.',
    'This password cannot be used: at least 8 characters, and none of the commonest.',
  ]);
  expect(onsubmit).not.toHaveBeenCalled();
  type('register-name', ' Ana ');
  type('register-password', 'korenček');
  await submit();
  expect(onsubmit).toHaveBeenCalledWith('Ana', 'korenček');
  expect(faults()).toEqual([]);
});

test('who signs in types what there is, however short', async () => {
  const onsubmit = vi.fn(() => Promise.resolve());
  mounted = mount(CredentialsForm, { target: document.body, props: { title: 'In', testid: 'login', onsubmit } });
  flushSync();
  type('login-name', 'A');
  type('login-password', 'x');
  await submit();
  expect(onsubmit).toHaveBeenCalledWith('A', 'x');
});

test('a password is changed only for one that is long enough', async () => {
  mounted = mount(PasswordForm, { target: document.body });
  flushSync();
  type('password-new', 'short');
  await submit();
  expect(faults()).toEqual(['Type a password.', 'This password cannot be used: at least 8 characters, and none of the commonest.']);
  expect(document.activeElement?.getAttribute('data-testid')).toBe('password-old');
  expect(vi.mocked(window.fetch)).not.toHaveBeenCalled();
});

test('a bot needs a name', async () => {
  mounted = mount(MyBots, { target: document.body });
  flushSync();
  await submit();
  expect(faults()).toEqual(['This name cannot be used: 2 to 24 characters, visible and ordinary ones.']);
  expect(vi.mocked(window.fetch).mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([]);
});
