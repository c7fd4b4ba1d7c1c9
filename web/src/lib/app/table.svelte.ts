/** One open table: takes the server's messages into the pure state and sends the reader's actions. */
import { knowLoss } from './absences';
import type { FailureCode } from '../net/api';
import type { Socket } from '../net/socket';
import type { ChatLine, Claim, ClientMessage, Server, ServerMessage } from '../protocol';
import type { Cue } from '../state/cues';
import { trickOf } from '../state/game';
import { answered, disconnected, press, refused, shownAnew, takeNext, unheld, withSent } from '../state/ownAction';
import type { Pace } from '../state/presenter';
import { ownStep, stepsOf } from '../state/steps';
import { applyEvent, fromSnapshot, type TableState } from '../state/table';
import { answer } from '../fair/promises';
import { Ahead } from './ahead.svelte';
import { ChatOutbox } from './chatOutbox.svelte';
import { CurrentNotice, type Notice } from './notice.svelte';
import { OwnActionStore } from './ownAction.svelte';
import { Presenter } from './presenter.svelte';
import { Timeout, type Timers } from '../timers';

/** The wait before a table is asked for again that no server runs just now. */
const WATCH_AGAIN_MS = 1000;

/** Stands for a claim that is on its way. */
const CLAIM = 'claim';

/** Refusals after which there is nothing to look at. */
const FATAL: readonly FailureCode[] = ['no_such_table', 'table_broken', 'invite_required', 'forbidden'];

export interface TableLinks {
  socket: Socket;
  timers: Timers;
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
  private readonly notices: CurrentNotice;
  private readonly own: OwnActionStore;
  private readonly presenter: Presenter;
  /** Lines of chat on their way. */
  readonly outbox: ChatOutbox;
  /** The cards that are played without another press. */
  readonly ahead: Ahead;
  /** The server's time when the connection was made: messages written before are shown, but not announced. */
  private connectedAt = '';
  private readonly watchAgain: Timeout;
  private readonly stops: (() => void)[];
  /** The reader to whom the server has shown the table. */
  private shownTo: string | undefined;

  constructor(
    readonly id: string,
    readonly invite: string | undefined,
    private readonly links: TableLinks,
  ) {
    const { socket, timers } = links;
    this.notices = new CurrentNotice(timers);
    this.presenter = new Presenter(timers);
    this.watchAgain = new Timeout(timers);
    this.own = new OwnActionStore(timers, (card) => {
      if (this.isCard(card)) this.act(card);
    });
    this.outbox = new ChatOutbox(timers, {
      line: (text) => socket.send({ type: 'chat', table: id, text }),
      phrase: (phrase) => socket.send({ type: 'phrase', table: id, phrase }),
    });
    this.ahead = new Ahead(this, timers);
    this.stops = [
      socket.onMessage((message) => {
        this.take(message);
      }),
      socket.onStatus((status) => {
        this.own.change(disconnected);
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
    const { shown } = this.presenter;
    const { sent } = this;
    return (shown && sent !== null && ownStep(shown, sent)?.state) || shown;
  });

  /** True if every event has been shown. */
  get still(): boolean {
    return this.presenter.still;
  }

  /** True if a finished trick waits for a tap. */
  get waitsForTap(): boolean {
    return this.presenter.waitsForTap;
  }

  get notice(): Notice | null {
    return this.notices.now;
  }

  /** The action that is on its way, or a claim. */
  get sent(): string | null {
    return this.own.sent;
  }

  /** The card that was pressed soon after the last one, and is played when the guard ends. */
  get held(): string | null {
    return this.own.held;
  }

  /** True so soon after a card that the next one would be held. */
  get guarded(): boolean {
    return this.own.guarded;
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
    this.own.change(unheld);
    for (const stop of this.stops) stop();
    this.links.socket.unwatch(this.id);
    this.outbox.close();
    this.presenter.close();
    this.notices.close();
    this.watchAgain.clear();
  }

  /**
   * Does something in the deal, a card so soon after the last one a moment later. The server decides on its
   * legality. A card out of turn is made ready.
   */
  act(action: string): void {
    const truth = this.truth;
    const card = this.isCard(action);
    const { now } = this.links.timers;
    const pressed = press(this.own.now, action, { card, myTurn: this.myTurn, now });
    this.own.change(() => pressed.own);
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
    this.own.change((own) => withSent(own, action, card, now));
    this.tell(null);
    const step = ownStep(truth, action);
    if (!step) return;
    this.own.change((own) => ({ ...own, cued: action }));
    this.presenter.cue(step.cues);
  }

  /** Does one action after the other. An action that the server does not allow when its turn comes ends it. */
  actAll(actions: readonly string[]): void {
    const [first, ...rest] = actions;
    if (first === undefined) return;
    this.act(first);
    if (this.sent === first) this.own.change((own) => ({ ...own, next: rest }));
  }

  /** Claims the rest of the deal, or shows why there is nothing to claim. */
  claim(): void {
    const { truth, claimable } = this;
    if (!truth || this.sent !== null) return;
    if (claimable === undefined) {
      this.tell(this.myTurn ? { kind: 'error', code: 'nothing_to_claim', rule: undefined } : { kind: 'not_your_turn' });
      return;
    }
    this.own.change(unheld);
    this.skip();
    if (this.request({ type: 'claim', table: this.id, seq: truth.seq, claim: claimable }))
      this.own.change((own) => ({ ...own, sent: CLAIM }));
  }

  sit(seat?: number): void {
    this.request({
      type: 'sit',
      table: this.id,
      ...(seat === undefined ? {} : { seat }),
      ...(this.invite === undefined ? {} : { invite: this.invite }),
    });
  }

  /** Returns true if the request could be sent. */
  leave(): boolean {
    knowLoss(this.id);
    return this.request({ type: 'leave', table: this.id });
  }

  comeBack(): void {
    this.request({ type: 'return', table: this.id });
  }

  /** Returns true if the request could be sent. */
  ready(): boolean {
    return this.request({ type: 'ready', table: this.id });
  }

  /** Calls back with the cues of each step as it is shown. Returns a function that stops it. */
  listen(listener: (cues: readonly Cue[]) => void): () => void {
    return this.presenter.listen(listener);
  }

  /** Asks for a bot of this level in a free seat; without a level the seat is kept for people. */
  seatBot(seat: number, level?: string): void {
    this.request({ type: 'seat_bot', table: this.id, seat, ...(level === undefined ? {} : { level }) });
  }

  /** Changes to another seat, or asks the player there to change; one's own seat takes that back. */
  changeSeat(seat: number): void {
    this.request({ type: 'change_seat', table: this.id, seat });
  }

  /** Shows the newest state at once. */
  skip(): void {
    this.presenter.skip();
  }

  /** Shows a notice for a moment, or removes it. */
  tell(notice: Notice | null): void {
    this.notices.show(notice);
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
   * reader than before, who gets a snapshot.
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
    const state = fromSnapshot(snapshot, this.links.timers.now, this.truth ?? undefined);
    const newest = this.truth?.chat.at(-1)?.at ?? '';
    for (const line of snapshot.chat) if (line.at > newest) this.hear(line);
    this.truth = state;
    this.shownTo = this.links.reader();
    this.own.change(shownAnew);
    this.fatal = null;
    this.presenter.show(state);
    this.shuffle();
    if (this.links.wantsSeat() && state.you === null) this.sit();
  }

  private takeEvent({ seq, event }: Server<'event'>): void {
    const before = this.truth;
    if (!before) return;
    const applied = applyEvent(before, seq, event, this.links.timers.now);
    if (applied.kind === 'known') return;
    if (applied.kind === 'gap') {
      this.links.socket.rewatch(this.id);
      return;
    }
    this.truth = applied.state;
    let goesOn = false;
    let noticed = 0;
    if (event.type === 'moved') {
      if (event.seat === before.you && event.action === this.own.now.cued) noticed = 1;
      this.own.change(answered);
      if (event.seat === before.you) this.tell(null);
      goesOn = event.seat === before.you;
    }
    if (event.type === 'committed' || event.type === 'nonces_committed') this.shuffle();
    if (event.type === 'chat') {
      this.hear(event.line);
      if (event.line.at >= this.connectedAt) this.presenter.cue([{ kind: 'written', line: event.line }]);
    }
    this.presenter.queue(stepsOf(before, event, applied.state, noticed), this.links.pace(), this.links.moves());
    if (goesOn) this.goOn();
  }

  private hear(line: ChatLine): void {
    if (line.from.id === this.links.reader()) this.outbox.published(line.text);
  }

  private goOn(): void {
    const { own, actions } = takeNext(this.own.now, this.legal);
    this.own.change(() => own);
    this.actAll(actions);
  }

  private takeError({ code, rule, of }: Server<'error'>): void {
    if (of === 'chat') {
      if (!this.outbox.refused(code)) this.tell({ kind: 'error', code, rule });
      return;
    }
    this.own.change((own) => refused(own, of === 'act'));
    // A nonce that comes too late costs nothing; the check of the deal says that it is missing.
    if (of === 'nonce' || of === 'nonce_hash') return;
    if (of === 'watch' && FATAL.includes(code)) {
      this.fatal = code;
      return;
    }
    if (of === 'watch' && code === 'busy') {
      this.watchAgain.set(() => {
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
}
