/** The players whom the reader follows, as the front page shows them. */
import type { Player } from '../protocol';
import { reduceFollowed, type FollowedList } from '../state/following';
import { recall, remember } from '../storage';
import { socket } from './server';
import { session } from './session.svelte';

/** The account that follows others, so that the front page has room for them before they are there. */
const KEPT = 'vzetek.follows';

class Following {
  list = $state.raw<FollowedList>([]);
  /** True once the server has sent them. */
  private told = $state(false);
  private room = $state(recall(KEPT) ?? '');
  /** The account that these are followed by. */
  private follower: string | undefined;

  /** Follows what the server says. Returns a function that stops this. */
  start(): () => void {
    return socket.onMessage((message) => {
      if (message.type === 'welcome' && message.you.id !== this.follower) {
        this.follower = message.you.id;
        this.list = [];
        this.told = false;
      }
      this.list = reduceFollowed(this.list, message);
      if (message.type === 'followed') this.note();
    });
  }

  /** True if there are players to be shown to this reader, or most likely will be; `known` once it is certain who it is. */
  shownTo(reader: Player | null, known: boolean): boolean {
    if (!known) return this.room !== '';
    if (reader?.kind !== 'person') return false;
    return this.told && this.follower === reader.id ? this.list.length > 0 : this.room === reader.id;
  }

  private note(): void {
    this.told = true;
    const follows = this.list.length > 0 ? (session.user?.id ?? '') : '';
    if (follows !== this.room) remember(KEPT, follows);
    this.room = follows;
  }
}

export const following = new Following();
