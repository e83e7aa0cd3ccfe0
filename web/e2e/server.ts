// A real server for a test: on a free port, with a database in a temporary directory.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BINARY = process.env['POWERBOATS_BIN'] ?? '../target/debug/powerboats';

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

export class Server {
  private process: ChildProcess | undefined;
  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly flags: readonly string[],
  ) {}

  static async begin(...flags: string[]): Promise<Server> {
    if (!existsSync(BINARY))
      throw new Error(`${BINARY} is not built: cargo build -p powerboats, or set $POWERBOATS_BIN`);
    const server = new Server(await freePort(), mkdtempSync(join(tmpdir(), 'powerboats-')), flags);
    await server.start();
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const database = join(this.directory, 'test.db');
    const listen = `127.0.0.1:${this.port}`;
    const options = ['--listen', listen, '--database', database, ...this.flags];
    this.process = spawn(BINARY, ['serve', ...options], { stdio: 'ignore' });
    for (let i = 0; i < 200; i += 1) {
      const up = await fetch(`${this.address}/readyz`).catch(() => undefined);
      if (up?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the server did not start');
  }

  /** Runs `powerboats admin` against this server. */
  admin(...args: string[]): void {
    const database = join(this.directory, 'test.db');
    execFileSync(BINARY, ['admin', '--listen', `127.0.0.1:${this.port}`, '--database', database, ...args]);
  }

  stop(): Promise<void> {
    const process = this.process;
    this.process = undefined;
    if (!process || process.exitCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      process.once('exit', () => resolve());
      process.kill('SIGTERM');
    });
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
