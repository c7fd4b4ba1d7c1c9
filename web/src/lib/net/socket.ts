/**
 * The one connection to the server. It says hello, comes back by itself after
 * trouble, and takes up again what was being watched where it broke off.
 */
import type { Timers } from '../timers';
import { PROTOCOL, type ClientMessage, type ErrorCode, type ServerMessage, type Since } from '../protocol';
import { backoff } from './backoff';

export type Status =
  /** Not wanted, nobody is logged in yet. */
  | 'off'
  | 'connecting'
  | 'online'
  /** Lost; the next try is planned. */
  | 'offline'
  /** The server does not know us (any more), or does not speak our version. */
  | 'refused';

/** The part of a WebSocket that is used here; tests put their own in. */
export interface Transport {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface SocketOptions {
  open: () => Transport;
  timers: Timers;
  random: () => number;
}

/** A table being watched. */
interface Watched {
  invite: string | undefined;
  /** The last event seen, asked for at every new beginning. */
  since: () => Since | undefined;
}

const PING_MS = 10_000;
/** The longest silence after which the line still counts as alive. */
const SILENCE_MS = 18_000;
/** A line that lives says something within this time after something was sent. */
const PROMPT_MS = 1000;
/** The time for an answer on a line that there is reason to doubt. */
const ANSWER_MS = 3500;
/** A slow line has the time of so many round trips for an answer. */
const PATIENT_TRIPS = 2;
/** A line that does not open has up to so many times the usual wait. */
const MOST_WAITS = 4;

/** Refusals of a hello that will be the same at the next try; all others pass. */
const FINAL: readonly ErrorCode[] = ['unauthorized', 'unsupported_protocol'];

export class Socket {
  status: Status = 'off';
  /** The reason why the server has refused us, while it has. */
  refusal: ErrorCode | null = null;
  private transport: Transport | null = null;
  private tries = 0;
  /** The wait that the server asked for when it said goodbye, if it did. */
  private invited: number | undefined;
  private retry: number | undefined;
  private ping: number | undefined;
  /** The time from the last hello to its welcome, in milliseconds: that of a round trip. */
  private trip = 0;
  /** Runs until the next word of the server's. */
  private silence: number | undefined;
  private wantsLobby = false;
  private readonly watched = new Map<string, Watched>();
  private readonly listeners = new Set<(message: ServerMessage) => void>();
  private readonly watchers = new Set<(status: Status) => void>();

  constructor(private readonly options: SocketOptions) {}

  /** Hears every message from the server. Returns a function that stops this. */
  onMessage(listener: (message: ServerMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Hears every change of the connection. Returns a function that stops this. */
  onStatus(listener: (status: Status) => void): () => void {
    this.watchers.add(listener);
    return () => this.watchers.delete(listener);
  }

  /** Connects, unless it is connected or about to be. */
  start(): void {
    if (this.transport || this.retry !== undefined) return;
    this.connect();
  }

  /** Lets the connection go. What is watched is remembered for the next start. */
  stop(): void {
    this.drop();
    this.tries = 0;
    this.turn('off');
  }

  /** Connects again immediately: the network is back, or who we are has changed. */
  restart(): void {
    this.drop();
    this.tries = 0;
    this.connect();
  }

  /** Tries now instead of waiting for the planned moment; asks a line that seems to be there whether it is. */
  hurry(): void {
    if (this.status === 'offline') this.restart();
    else if (this.status === 'online') this.ask(ANSWER_MS);
  }

  /** Sends a message. Returns true if it could be sent: nothing is kept for later. */
  send(message: ClientMessage): boolean {
    if (this.status !== 'online' || !this.transport) return false;
    this.transport.send(JSON.stringify(message));
    if (message.type !== 'ping') {
      this.expect(this.patience(PROMPT_MS), () => {
        this.ask(ANSWER_MS);
      });
    }
    return true;
  }

  watch(table: string, watched: Watched): void {
    this.watched.set(table, watched);
    this.sendWatch(table, watched);
  }

  /** Asks for what is missing at a table that is being watched. */
  rewatch(table: string): void {
    const watched = this.watched.get(table);
    if (watched) this.sendWatch(table, watched);
  }

  unwatch(table: string): void {
    if (this.watched.delete(table)) this.send({ type: 'unwatch', table });
  }

  lobby(on: boolean): void {
    this.wantsLobby = on;
    this.send({ type: 'lobby', on });
  }

  private connect(): void {
    this.turn('connecting');
    const transport = this.options.open();
    this.transport = transport;
    let greeted = this.options.timers.now;
    transport.onopen = () => {
      greeted = this.options.timers.now;
      transport.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, picture: 'zones' } satisfies ClientMessage));
    };
    transport.onmessage = ({ data }) => {
      if (this.status === 'connecting') this.trip = this.options.timers.now - greeted;
      this.expectNothing();
      if (typeof data === 'string') this.take(data);
    };
    transport.onclose = () => {
      if (this.transport !== transport) return;
      this.drop();
      if (this.status !== 'refused') this.planRetry();
    };
    // A connection that never opens is as dead as one that falls silent, or the line is slow: the next try waits longer.
    this.expect(SILENCE_MS * Math.min(1 + this.tries, MOST_WAITS));
  }

  private take(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === 'welcome') {
      this.tries = 0;
      this.turn('online');
      this.planPing();
    }
    if (message.type === 'goodbye') this.invited = message.retry_ms;
    if (message.type === 'error' && message.of === 'hello') this.takeRefusal(message.code);
    for (const listener of [...this.listeners]) listener(message);
    if (message.type === 'welcome') this.takeUpAgain();
  }

  private takeRefusal(code: ErrorCode): void {
    if (FINAL.includes(code)) {
      this.refusal = code;
      this.turn('refused');
      return;
    }
    this.giveUp();
  }

  private takeUpAgain(): void {
    if (this.wantsLobby) this.send({ type: 'lobby', on: true });
    for (const [table, watched] of this.watched) this.sendWatch(table, watched);
  }

  private sendWatch(table: string, { invite, since }: Watched): void {
    const seen = since();
    this.send({
      type: 'watch',
      table,
      ...(invite === undefined ? {} : { invite }),
      ...(seen === undefined ? {} : { since: seen }),
    });
  }

  private planRetry(): void {
    const wait = this.invited ?? backoff(this.tries, this.options.random);
    if (this.invited === undefined) this.tries += 1;
    this.invited = undefined;
    this.turn('offline');
    this.retry = this.options.timers.set(() => {
      this.retry = undefined;
      this.connect();
    }, wait);
  }

  private planPing(): void {
    this.ping = this.options.timers.set(() => {
      if (this.silence === undefined) this.ask(SILENCE_MS - PING_MS);
      this.planPing();
    }, PING_MS);
  }

  /** Asks for a sign of life. */
  private ask(patience: number): void {
    if (this.send({ type: 'ping' })) this.expect(this.patience(patience));
  }

  /** Returns the time to wait for an answer: the usual one, or longer on a line that was slow to greet. */
  private patience(usual: number): number {
    return Math.max(usual, PATIENT_TRIPS * this.trip);
  }

  /**
   * Waits so long for a word of the server's, in place of any wait before; by
   * default without one the line is given up. Silence is measured from what
   * was asked: the timers of a hidden page run late.
   */
  private expect(patience: number, otherwise = (): void => this.giveUp()): void {
    this.expectNothing();
    this.silence = this.options.timers.set(() => {
      this.silence = undefined;
      otherwise();
    }, patience);
  }

  private expectNothing(): void {
    if (this.silence !== undefined) this.options.timers.clear(this.silence);
    this.silence = undefined;
  }

  private giveUp(): void {
    this.drop();
    this.planRetry();
  }

  private drop(): void {
    for (const timer of [this.retry, this.ping, this.silence]) {
      if (timer !== undefined) this.options.timers.clear(timer);
    }
    this.retry = this.ping = this.silence = undefined;
    const transport = this.transport;
    this.transport = null;
    if (!transport) return;
    transport.onopen = transport.onmessage = transport.onclose = null;
    transport.close();
  }

  private turn(status: Status): void {
    if (status === this.status) return;
    if (status !== 'refused') this.refusal = null;
    this.status = status;
    for (const watcher of [...this.watchers]) watcher(status);
  }
}
