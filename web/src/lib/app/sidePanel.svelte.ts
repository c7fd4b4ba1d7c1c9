/** The log and the chat beside a table: the one that is shown, and the lines of chat that are new. */
import { untrack } from 'svelte';
import type { ChatLine } from '../protocol';
import { heard, unread } from '../state/chat';
import { session } from './session.svelte';
import { mutedPlayers } from './muted.svelte';

export type SideTab = 'log' | 'chat';

/** Below this the panel has no place of its own and lies over the table when it is asked for. */
const NARROW = '(max-width: 64rem)';

export class Side {
  open = $state(false);
  tab = $state<SideTab>('log');
  /** The newest line that the reader has seen; what was there before counts as seen. */
  private seenAt = $state('');
  private narrow = $state(false);
  /** True if the lines of the chat are in sight. */
  readonly chatting = $derived.by(() => this.tab === 'chat' && (this.open || !this.narrow));
  /** The number of lines of others that the reader has not seen. */
  readonly fresh = $derived.by(() => unread(heard(this.lines(), mutedPlayers()), this.seenAt, session.user?.id));

  /** Must be called while a component is set up. */
  constructor(private readonly lines: () => readonly ChatLine[]) {
    this.seenAt = untrack(() => this.newest());
    $effect(() => {
      const query = window.matchMedia(NARROW);
      const follow = (): boolean => (this.narrow = query.matches);
      follow();
      query.addEventListener('change', follow);
      return () => {
        query.removeEventListener('change', follow);
      };
    });
    $effect(() => {
      const newest = this.newest();
      if (this.chatting) this.seenAt = newest;
    });
  }

  /** Shows the panel; what is new comes first. */
  show(): void {
    if (this.fresh > 0) this.tab = 'chat';
    this.open = true;
  }

  /** Shows the chat. */
  showChat(): void {
    this.tab = 'chat';
    if (this.narrow) this.open = true;
  }

  private newest(): string {
    return this.lines().at(-1)?.at ?? '';
  }
}
