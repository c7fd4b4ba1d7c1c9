/** Quick pairing: the reader's wish to play with others, and the way to the table when they come. */
import { t } from '../i18n/index.svelte';
import type { FailureCode } from '../net/api';
import type { Pace, Seek, ServerMessage } from '../protocol';
import { NO_PAIRING, isSame, reducePairing, type PairingState } from '../state/pairing';
import { forThisTab, recall, remember } from '../storage';
import { PAGE_TIMERS, Timeout } from '../timers';
import { kindName, listed, playerName, seekWords } from '../words/names';
import { api, failureCode, socket } from './server';
import { session } from './session.svelte';
import { notify } from './notifications.svelte';
import { isTable, tablePath } from './route';
import { address, navigate } from './router.svelte';

/** The name under which this tab keeps its wish, for when the page is loaded again. */
const KEPT = 'vzetek.seek';

/** The time for which a reader who plays meanwhile reads who has come, in milliseconds. */
export const CALL_MS = 2000;

/** A wish that was uttered in this tab, and the life of the server that took it. */
interface Wish extends Seek {
  epoch?: string;
}

class Pairing {
  state = $state.raw<PairingState>(NO_PAIRING);
  /** The reason why the last wish was refused. */
  failed = $state.raw<FailureCode | null>(null);
  /** The names of the others at the table to which the reader is called, as soon as they are known. */
  company = $state.raw<readonly string[]>([]);
  /** Says that the reader is called to a table, and who is there; nothing while there is no such call. */
  readonly calledText = $derived.by(() => {
    const { called } = this.state;
    if (!called) return '';
    if (this.company.length === 0) return t('pair.called', { game: kindName(called.kind) });
    return t('pair.here', { n: this.company.length, names: listed(this.company), ...seekWords(called) });
  });
  private readonly departure = new Timeout(PAGE_TIMERS);
  /** This tab's own wish. Other tabs of the reader show it, but do not go to the table. */
  private wish: Wish | null = read();
  private epoch: string | undefined;

  /** Follows what the server says. Returns a function that stops this. */
  start(): () => void {
    return socket.onMessage((message) => {
      const before = new Set(session.own.keys());
      this.state = reducePairing(this.state, message);
      this.follow(message, before);
    });
  }

  /** Looks for others. Who is nobody yet becomes a guest. */
  async seek(kind: string, pace: Pace): Promise<void> {
    this.failed = null;
    this.keep({ kind, pace });
    // Asked for now, while the browser still knows that the reader has pressed something.
    sound(async () => (await import('./sounds')).wake());
    try {
      await session.ensureUser();
      this.say();
    } catch (error) {
      this.keep(null);
      this.failed = failureCode(error);
    }
  }

  /** Looks for nobody any more. */
  stop(): void {
    this.keep(null);
    socket.send({ type: 'unseek' });
  }

  /** Asks for the pools, for those who have no connection. */
  async poll(): Promise<void> {
    const pools = await api.pools();
    this.state = { ...this.state, pools };
  }

  /** Utters this tab's wish; without a connection it is uttered at the next welcome. */
  private say(): void {
    if (this.wish) socket.send({ type: 'seek', kind: this.wish.kind, pace: this.wish.pace });
  }

  private follow(message: ServerMessage, before: ReadonlySet<string>): void {
    switch (message.type) {
      case 'welcome':
        this.epoch = message.epoch;
        if (!this.wish || message.seek) return;
        // The wish was never heard, or its server has ended; or else it was fulfilled meanwhile.
        if (this.wish.epoch !== message.epoch) this.say();
        else this.arrive(message.tables.find((table) => !before.has(table)));
        return;
      case 'seeking':
        // Another wish has been uttered elsewhere.
        if (!this.wish || !message.seek || !isSame(this.wish, message.seek)) this.keep(null);
        else this.keep({ ...this.wish, ...(this.epoch === undefined ? {} : { epoch: this.epoch }) });
        return;
      case 'called':
        this.company = [];
        notify(t('pair.called', { game: kindName(message.kind) }), tablePath(message.table));
        if (this.wish) this.leaveFor(message.table);
        return;
      case 'error':
        if (message.of !== 'seek') return;
        this.keep(null);
        this.failed = message.code;
        return;
      default:
    }
  }

  /** Goes to a table; from another one only after the reader could see who is there. */
  private leaveFor(table: string): void {
    if (!isTable(address().path)) {
      this.arrive(table);
      return;
    }
    this.keep(null);
    ring();
    void this.meet(table).catch(() => undefined);
    this.departure.set(() => {
      if (this.state.called?.table === table) navigate(tablePath(table));
    }, CALL_MS);
  }

  /** Learns who else sits at a table. */
  private async meet(table: string): Promise<void> {
    const summary = (await api.tables()).find(({ id }) => id === table);
    const players = summary?.seats.flatMap((player) => (player && player.id !== session.user?.id ? [player] : [])) ?? [];
    this.company = players.map(playerName);
  }

  private arrive(table: string | undefined): void {
    this.keep(null);
    if (table === undefined) return;
    ring();
    navigate(tablePath(table));
  }

  private keep(wish: Wish | null): void {
    this.wish = wish;
    remember(KEPT, wish === null ? '' : JSON.stringify(wish), forThisTab);
  }
}

function ring(): void {
  sound(async () => (await import('./soundtrack.svelte')).call());
}

/** Does something with the sounds, which no reader waits for. */
function sound(play: () => Promise<void>): void {
  play().catch(() => undefined);
}

function read(): Wish | null {
  try {
    const kept: unknown = JSON.parse(recall(KEPT, forThisTab) ?? 'null');
    return typeof kept === 'object' ? (kept as Wish | null) : null;
  } catch {
    return null;
  }
}

export const pairing = new Pairing();
