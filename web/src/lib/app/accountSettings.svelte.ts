/**
 * The settings of people who have registered are kept with their account, too, so that they find them again on
 * another device: the account's hold when they sign in, and every change is sent there.
 */
import { ApiError, type Api, type FailureCode } from '../net/api';
import type { PageSettings, Player } from '../protocol';
import { recall, remember } from '../storage';
import { readSettings, settings, strangeSettings } from './settings.svelte';

/** Changes that come so soon after each other are sent as one. */
const GATHER_MS = 1000;
/** The time before a request that failed is made again. */
const AGAIN_MS = 30_000;
/** The account whose settings these were last, and whether it has them all. */
const REMEMBERED = 'vzetek.settingsOf';

/** Answers that another request would get, too. */
const REFUSALS: readonly FailureCode[] = ['unauthorized', 'forbidden', 'bad_message'];

interface Note {
  account: string;
  /** True if something was changed that has not been sent to the account. */
  unsent: boolean;
}

type SettingsApi = Pick<Api, 'settings' | 'keepSettings'>;

class AccountSettings {
  /** The account of the reader, if there is one. */
  private reader: string | undefined;
  /** The account that is kept up to date: the reader's, once its settings are known. */
  private account = $state<string | undefined>();
  /** Settings of the account that only other versions of the page know. */
  private strange: PageSettings = {};
  /** The settings that the account has, as text. */
  private sent = '';
  private timer: number | undefined;

  constructor(private readonly api: SettingsApi) {}

  /** Another account is the reader from now on. */
  follow(account: string | undefined): void {
    window.clearTimeout(this.timer);
    this.reader = account;
    this.account = undefined;
    if (account !== undefined) void this.fetch(account);
  }

  /** Sends what has been changed since the account was written last. Called from an effect, it follows the settings. */
  noteChange(): void {
    const { account } = this;
    if (account === undefined || this.text() === this.sent) return;
    write({ account, unsent: true });
    this.after(GATHER_MS, () => void this.send(account));
  }

  private async fetch(account: string): Promise<void> {
    try {
      const kept = await this.api.settings();
      if (this.reader !== account) return;
      const note = read();
      // Changes that have not been sent are newer than what it has.
      const unsent = note?.account === account && note.unsent;
      this.strange = strangeSettings(kept);
      this.sent = ordered(kept);
      if (!unsent) Object.assign(settings, readSettings(kept, settings));
      write({ account, unsent });
      this.account = account;
    } catch (error) {
      if (this.reader === account && mayAnswer(error)) this.after(AGAIN_MS, () => void this.fetch(account));
    }
  }

  private async send(account: string): Promise<void> {
    const text = this.text();
    try {
      await this.api.keepSettings({ ...this.strange, ...settings });
      if (this.reader !== account) return;
      this.sent = text;
      if (text === this.text()) write({ account, unsent: false });
    } catch (error) {
      if (this.reader === account && mayAnswer(error)) this.after(AGAIN_MS, () => void this.send(account));
    }
  }

  private text(): string {
    return ordered({ ...this.strange, ...settings });
  }

  private after(ms: number, act: () => void): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(act, ms);
  }
}

/** True if the same request may be answered later. */
function mayAnswer(error: unknown): boolean {
  return !(error instanceof ApiError) || !REFUSALS.includes(error.code);
}

/** Returns the settings as text, the same for the same settings. */
function ordered(of: object): string {
  return JSON.stringify(Object.entries(of).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function read(): Note | undefined {
  try {
    const note = JSON.parse(recall(REMEMBERED) ?? 'null') as Partial<Note> | null;
    return typeof note?.account === 'string' ? { account: note.account, unsent: note.unsent === true } : undefined;
  } catch {
    return undefined;
  }
}

function write(note: Note): void {
  remember(REMEMBERED, JSON.stringify(note));
}

/** Keeps the settings with the reader's account. Returns a function that stops this. */
export function keepInAccount(api: SettingsApi, reader: () => Player | null): () => void {
  const kept = new AccountSettings(api);
  const stop = $effect.root(() => {
    const account = $derived.by(() => {
      const user = reader();
      return user?.kind === 'person' ? user.id : undefined;
    });
    $effect(() => {
      kept.follow(account);
    });
    $effect(() => {
      kept.noteChange();
    });
  });
  return () => {
    stop();
    kept.follow(undefined);
  };
}
