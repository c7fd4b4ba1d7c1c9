/** A port that a test holds while the server behind it ends and starts again at another one. */
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

export class Gate {
  private readonly sockets = new Set<Socket>();
  private port: number | undefined;

  private constructor(private readonly server: Server) {
    server.on('connection', (client) => {
      this.pass(client);
    });
  }

  static async open(): Promise<Gate> {
    const server = createServer({ noDelay: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Gate(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Leads new connections to this port; without one every connection is reset, as where nobody listens. */
  lead(port: number | undefined): void {
    this.port = port;
    if (port === undefined) this.reset();
  }

  async close(): Promise<void> {
    this.server.close();
    this.reset();
    await once(this.server, 'close');
  }

  private pass(client: Socket): void {
    if (this.port === undefined) {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  private reset(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
