/** Asks the server what matters now at a table, and keeps the answer. */
import type { Socket } from '../net/socket';
import type { GameFacts } from '../protocol';

export class Coach<Subject> {
  /** The facts, and what they were asked about. */
  told = $state.raw<{ about: Subject; coach: GameFacts } | null>(null);
  private asked: Subject | undefined;
  private readonly stops: (() => void)[];

  constructor(
    private readonly table: string,
    private readonly socket: Pick<Socket, 'send' | 'onMessage' | 'onStatus'>,
  ) {
    this.stops = [
      socket.onMessage((message) => {
        if (message.type !== 'coach' || message.table !== this.table || this.asked === undefined) return;
        this.told = { about: this.asked, coach: message.coach };
      }),
      // A question that was on its way is lost with the connection.
      socket.onStatus((status) => {
        if (status !== 'online') this.asked = undefined;
      }),
    ];
  }

  /** Asks once about each subject: a turn, or a deal that is over. */
  ask(subject: Subject): void {
    if (this.asked === subject) return;
    if (this.socket.send({ type: 'coach', table: this.table })) this.asked = subject;
  }

  close(): void {
    for (const stop of this.stops) stop();
  }
}
