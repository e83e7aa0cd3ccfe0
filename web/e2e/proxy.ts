// A proxy between browser and server that can fail silently or close its connections.
import { connect, createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';

export class Proxy {
  private stalled = false;
  private readonly sockets = new Set<Socket>();
  private constructor(
    private readonly server: TcpServer,
    private readonly target: number,
  ) {}

  static async begin(target: number): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server, target);
    server.on('connection', (socket) => proxy.take(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private hold(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }

  private take(client: Socket): void {
    this.hold(client);
    // Accepted but never answered, like a network without a route.
    if (this.stalled) return;
    const server = connect(this.target, '127.0.0.1');
    this.hold(server);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (data) => !this.stalled && to.write(data));
      from.on('close', () => !this.stalled && to.destroy());
    }
  }

  /** From now on nothing arrives, and neither side notices. */
  stall(): void {
    this.stalled = true;
  }

  /** New connections work. Stalled ones stay dead, and neither side notices. */
  resume(): void {
    this.sockets.forEach((socket) => {
      socket.removeAllListeners('data');
      socket.resume();
    });
    this.stalled = false;
  }

  /** Closes every connection. */
  cut(): void {
    this.sockets.forEach((socket) => socket.destroy());
  }

  end(): Promise<void> {
    this.cut();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
