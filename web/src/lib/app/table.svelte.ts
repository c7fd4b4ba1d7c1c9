/** One open table: takes the server's messages into the pure state and sends the reader's actions. */
import { untrack } from 'svelte';
import { knowLoss } from './absences';
import type { FailureCode } from '../net/api';
import type { Socket } from '../net/socket';
import type { ChatLine, Claim, ClientMessage, Server, ServerMessage } from '../protocol';
import type { Cue } from '../state/cues';
import { trickOf } from '../state/game';
import {
  NO_ACTION,
  answered,
  disconnected,
  guardLeft,
  press,
  refused,
  shownAnew,
  takeNext,
  unheld,
  withSent,
  type OwnAction,
} from '../state/ownAction';
import { isStill, queue, showNow, skip, step, type Pace, type Presentation } from '../state/presenter';
import { ownStep, stepsOf, withPlayed } from '../state/steps';
import { applyEvent, fromSnapshot, type TableState } from '../state/table';
import { answer } from '../fair/promises';
import { Ahead } from './ahead.svelte';
import { ChatOutbox } from './chatOutbox.svelte';

/** Something the reader should know for a moment. */
export type Notice =
  | { kind: 'error'; code: FailureCode; rule: string | undefined }
  | { kind: 'not_your_turn' }
  | { kind: 'offline' }
  /** An action other than a card could not be sent. */
  | { kind: 'unsent' }
  | { kind: 'tap_again'; card: string }
  /** A card is played as soon as it is one's turn, or cannot be. */
  | { kind: 'ready' | 'not_ready'; card: string };

const NOTICE_MS = 4000;
/** The wait before a table is asked for again that no server runs just now. */
const WATCH_AGAIN_MS = 1000;

/** Stands for a claim that is on its way. */
const CLAIM = 'claim';

/** Refusals after which there is nothing to look at. */
const FATAL: readonly FailureCode[] = ['no_such_table', 'table_broken', 'invite_required', 'forbidden'];

export interface TableLinks {
  socket: Socket;
  pace: () => Pace;
  /** Returns true if things may move. */
  moves: () => boolean;
  /** Returns true if the reader is to sit down as soon as the table is there; asked once. */
  wantsSeat: () => boolean;
  /** Returns the reader's id, as far as it is known: another reader may not see the same. */
  reader: () => string | undefined;
}

export class TableStore {
  /** The newest state: what one may do follows from it. */
  truth = $state.raw<TableState | null>(null);
  /** Set when the table cannot be shown at all. */
  fatal = $state.raw<FailureCode | null>(null);
  notice = $state.raw<Notice | null>(null);
  private own = $state.raw<OwnAction>(NO_ACTION);
  /** The action that is on its way, or a claim. */
  readonly sent = $derived.by((): string | null => this.own.sent);
  /** The card that was pressed soon after the last one, and is played when the guard ends. */
  readonly held = $derived.by((): string | null => this.own.held);
  /** Lines of chat on their way. */
  readonly outbox = new ChatOutbox(
    (text) => this.links.socket.send({ type: 'chat', table: this.id, text }),
    (phrase) => this.links.socket.send({ type: 'phrase', table: this.id, phrase }),
  );
  /** The cards that are played without another press. */
  readonly ahead = new Ahead(this);
  private heldTimer: number | undefined;
  private presentation = $state.raw<Presentation | null>(null);
  private readonly listeners = new Set<(cues: readonly Cue[]) => void>();
  private timer: number | undefined;
  /** The server's time when the connection was made: what was said before is told late. */
  private connectedAt = '';
  private noticeTimer: number | undefined;
  private watchTimer: number | undefined;
  private readonly stops: (() => void)[];
  /** The reader to whom the server has shown the table. */
  private shownTo: string | undefined;

  constructor(
    readonly id: string,
    readonly invite: string | undefined,
    private readonly links: TableLinks,
  ) {
    const { socket } = links;
    this.stops = [
      socket.onMessage((message) => {
        this.take(message);
      }),
      socket.onStatus((status) => {
        this.change(disconnected);
        if (status === 'online') this.outbox.reconnected();
      }),
    ];
    socket.watch(id, {
      invite,
      since: () => this.seen(),
    });
  }

  /**
   * The state that the reader sees now; may lag behind the truth a little. A legal card that is on its way to
   * the server lies on the table already.
   */
  readonly shown = $derived.by((): TableState | null => {
    const shown = this.presentation?.shown ?? null;
    const { sent } = this;
    const turn = shown?.deal?.turn;
    return shown && sent !== null && turn?.legal?.includes(sent) ? withPlayed(shown, turn.seat, sent) : shown;
  });

  /** True if every event has been shown. */
  readonly still = $derived.by((): boolean => this.presentation !== null && isStill(this.presentation));

  /** True if a finished trick waits for a tap. */
  get waitsForTap(): boolean {
    return this.presentation?.hold === 'tap';
  }

  /** True if the reader is to act: it is their seat's turn and nobody plays for them. */
  get myTurn(): boolean {
    const { you, deal, seats } = this.truth ?? {};
    return you != null && deal?.turn?.seat === you && !seats?.[you]?.substitute;
  }

  /** The claim about the rest of the deal that the reader can make now. */
  get claimable(): Claim | undefined {
    return this.myTurn && this.sent === null ? this.truth?.deal?.turn?.claim : undefined;
  }

  /** The actions the reader may do now; none while an action is on its way. */
  get legal(): readonly string[] {
    return (this.myTurn && this.sent === null && this.truth?.deal?.turn?.legal) || [];
  }

  close(): void {
    this.change(unheld);
    for (const stop of this.stops) stop();
    this.links.socket.unwatch(this.id);
    this.outbox.close();
    window.clearTimeout(this.timer);
    window.clearTimeout(this.noticeTimer);
    window.clearTimeout(this.watchTimer);
  }

  /** True so soon after a card that the next one would be held. */
  get guarded(): boolean {
    return (
      guardLeft(
        untrack(() => this.own),
        performance.now(),
      ) > 0
    );
  }

  /**
   * Does something in the deal, a card so soon after the last one a moment later. The server decides on its
   * legality. A card out of turn is made ready.
   */
  act(action: string): void {
    const truth = this.truth;
    const card = this.isCard(action);
    const now = performance.now();
    const pressed = press(this.own, action, { card, myTurn: this.myTurn, now });
    this.change(() => pressed.own);
    if (!truth || pressed.press === 'not_your_turn') {
      if (!card || !this.ahead.press(action)) this.tell({ kind: 'not_your_turn' });
      return;
    }
    if (pressed.press === 'nothing') return;
    this.skip();
    if (!this.links.socket.send({ type: 'act', table: this.id, seq: truth.seq, action })) {
      this.tell({ kind: 'offline' });
      return;
    }
    this.change((own) => withSent(own, action, card, now));
    this.tell(null);
    const step = ownStep(truth, action);
    if (!step) return;
    this.change((own) => ({ ...own, cued: action }));
    this.cue(step.cues);
  }

  /** Brings the own action forward, and waits for the end of the guard while a card is held. */
  private change(to: (own: OwnAction) => OwnAction): void {
    const before = untrack(() => this.own);
    const own = to(before);
    this.own = own;
    const { held } = own;
    if (held === before.held) return;
    window.clearTimeout(this.heldTimer);
    if (held === null) return;
    this.heldTimer = window.setTimeout(
      () => {
        this.change(unheld);
        if (this.isCard(held)) this.act(held);
      },
      guardLeft(own, performance.now()),
    );
  }

  /** Does one action after the other. An action that the server does not allow when its turn comes ends it. */
  actAll(actions: readonly string[]): void {
    const [first, ...rest] = actions;
    if (first === undefined) return;
    this.act(first);
    if (this.sent === first) this.change((own) => ({ ...own, next: rest }));
  }

  /** Claims the rest of the deal, or tells why there is nothing to claim. */
  claim(): void {
    const { truth, claimable } = this;
    if (!truth || this.sent !== null) return;
    if (claimable === undefined) {
      this.tell(this.myTurn ? { kind: 'error', code: 'nothing_to_claim', rule: undefined } : { kind: 'not_your_turn' });
      return;
    }
    this.change(unheld);
    this.skip();
    if (this.request({ type: 'claim', table: this.id, seq: truth.seq, claim: claimable })) this.change((own) => ({ ...own, sent: CLAIM }));
  }

  sit(seat?: number): void {
    this.request({
      type: 'sit',
      table: this.id,
      ...(seat === undefined ? {} : { seat }),
      ...(this.invite === undefined ? {} : { invite: this.invite }),
    });
  }

  /** Returns true if the table could be told. */
  leave(): boolean {
    knowLoss(this.id);
    return this.request({ type: 'leave', table: this.id });
  }

  comeBack(): void {
    this.request({ type: 'return', table: this.id });
  }

  /** Returns true if the table could be told. */
  ready(): boolean {
    return this.request({ type: 'ready', table: this.id });
  }

  /** Calls back with the cues of each step as it is shown. Returns a function that stops it. */
  listen(listener: (cues: readonly Cue[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Shows the newest state at once. */
  skip(): void {
    if (this.presentation) this.present(skip(this.presentation));
  }

  /** Shows a notice for a moment, or takes it away. */
  tell(notice: Notice | null): void {
    window.clearTimeout(this.noticeTimer);
    this.notice = notice;
    if (notice) this.noticeTimer = window.setTimeout(() => (this.notice = null), NOTICE_MS);
  }

  private request(message: ClientMessage): boolean {
    const sent = this.links.socket.send(message);
    if (!sent) this.tell({ kind: 'unsent' });
    return sent;
  }

  /** True if this plays a card of one's own to a trick, by a single press. */
  private isCard(action: string): boolean {
    const view = this.truth?.deal?.view;
    return view !== undefined && trickOf(view) !== undefined && (view.hand?.includes(action) ?? false);
  }

  /**
   * Returns the last event that was seen, so that the server need not tell it again; undefined for another
   * reader than before, who is shown everything anew.
   */
  private seen(): { epoch: string; seq: number } | undefined {
    if (!this.truth || this.links.reader() !== this.shownTo) return undefined;
    return { epoch: this.truth.epoch, seq: this.truth.seq };
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.connectedAt = message.time;
        break;
      case 'snapshot':
        if (message.snapshot.id === this.id) this.takeSnapshot(message);
        break;
      case 'event':
        if (message.table === this.id) this.takeEvent(message);
        break;
      case 'error':
        if (message.table === this.id) this.takeError(message);
        break;
      default:
        break;
    }
  }

  private takeSnapshot({ snapshot }: Server<'snapshot'>): void {
    const state = fromSnapshot(snapshot, performance.now(), this.truth ?? undefined);
    const newest = this.truth?.chat.at(-1)?.at ?? '';
    for (const line of snapshot.chat) if (line.at > newest) this.hear(line);
    this.truth = state;
    this.shownTo = this.links.reader();
    this.change(shownAnew);
    this.fatal = null;
    this.present(showNow(state));
    this.shuffle();
    if (this.links.wantsSeat() && state.you === null) this.sit();
  }

  private takeEvent({ seq, event }: Server<'event'>): void {
    const before = this.truth;
    if (!before) return;
    const applied = applyEvent(before, seq, event, performance.now());
    if (applied.kind === 'known') return;
    if (applied.kind === 'gap') {
      this.links.socket.rewatch(this.id);
      return;
    }
    this.truth = applied.state;
    let goesOn = false;
    let noticed = 0;
    if (event.type === 'moved') {
      if (event.seat === before.you && event.action === this.own.cued) noticed = 1;
      this.change(answered);
      if (event.seat === before.you) this.tell(null);
      goesOn = event.seat === before.you;
    }
    if (event.type === 'committed' || event.type === 'nonces_committed') this.shuffle();
    if (event.type === 'chat') {
      this.hear(event.line);
      if (event.line.at >= this.connectedAt) this.cue([{ kind: 'written', line: event.line }]);
    }
    if (this.presentation) {
      this.present(queue(this.presentation, stepsOf(before, event, applied.state, noticed), this.links.pace(), this.links.moves()));
    }
    if (goesOn) this.goOn();
  }

  private hear(line: ChatLine): void {
    if (line.from.id === this.links.reader()) this.outbox.told(line.text);
  }

  private goOn(): void {
    const { own, actions } = takeNext(this.own, this.legal);
    this.change(() => own);
    this.actAll(actions);
  }

  private takeError({ code, rule, of }: Server<'error'>): void {
    if (of === 'chat') {
      if (!this.outbox.refused(code)) this.tell({ kind: 'error', code, rule });
      return;
    }
    this.change((own) => refused(own, of === 'act'));
    // A nonce that comes too late costs nothing; the check of the deal says that it is missing.
    if (of === 'nonce' || of === 'nonce_hash') return;
    if (of === 'watch' && FATAL.includes(code)) {
      this.fatal = code;
      return;
    }
    if (of === 'watch' && code === 'busy') {
      window.clearTimeout(this.watchTimer);
      this.watchTimer = window.setTimeout(() => {
        this.links.socket.rewatch(this.id);
      }, WATCH_AGAIN_MS);
    }
    this.tell({ kind: 'error', code, rule });
  }

  /** Adds our nonce, or first its hash, to a promised shuffle, so that the server cannot choose it. */
  private shuffle(): void {
    const { you, promised } = this.truth ?? {};
    if (you == null || !promised) return;
    const message = answer(this.id, you, promised);
    if (message) this.links.socket.send(message);
  }

  private cue(cues: readonly Cue[]): void {
    if (cues.length > 0) for (const listener of this.listeners) listener(cues);
  }

  private present(next: Presentation): void {
    const held = this.presentation?.shown === next.shown && this.presentation.hold === next.hold;
    this.presentation = next;
    this.cue(next.cues);
    if (held && this.timer !== undefined) return;
    window.clearTimeout(this.timer);
    this.timer = undefined;
    if (next.hold === 'tap' || next.hold === 0) return;
    this.timer = window.setTimeout(() => {
      this.timer = undefined;
      if (this.presentation) this.present(step(this.presentation));
    }, next.hold);
  }
}
