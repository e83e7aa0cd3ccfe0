// A film of a page: its frames as Chromium shows them, and the animated WebP that img2webp makes of them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';

interface Frame {
  /** In seconds. */
  at: number;
  png: Buffer;
}

/** Frames a second in the result. */
const RATE = 12;
/** The best quality that fits is taken. */
const QUALITIES = [70, 50, 30, 15];

export class Film {
  private readonly frames: Frame[] = [];
  private constructor(
    private readonly session: CDPSession,
    /** How much slower the page is than the film, so that a slow machine does not miss frames. */
    private readonly slower: number,
  ) {}

  static async begin(page: Page, slower: number): Promise<Film> {
    const session = await page.context().newCDPSession(page);
    const film = new Film(session, slower);
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      film.frames.push({ at: metadata.timestamp ?? Date.now() / 1000, png: Buffer.from(data, 'base64') });
      void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 1 / slower });
    await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
    return film;
  }

  async end(): Promise<void> {
    await this.session.send('Page.stopScreencast');
  }

  /** The frames at even times, each with the number of ticks it stays. No pause is longer than `longest` seconds. */
  private even(longest: number): { png: Buffer; ticks: number }[] {
    const most = Math.round(longest * RATE);
    const kept: { png: Buffer; ticks: number }[] = [];
    this.frames.forEach(({ at, png }, i) => {
      const next = this.frames[i + 1]?.at ?? at + longest * this.slower;
      const ticks = Math.min(most, Math.round(((next - at) / this.slower) * RATE));
      const last = kept.at(-1);
      if (last?.png.equals(png)) last.ticks = Math.min(most, last.ticks + ticks);
      else if (ticks > 0) kept.push({ png, ticks });
    });
    return kept;
  }

  /** Writes the film. Returns its bytes; it is never larger than `largest`. */
  write(path: string, largest: number, longest = 0.9): number {
    const folder = mkdtempSync(join(tmpdir(), 'powerboats-film-'));
    try {
      const parts = this.even(longest).flatMap(({ png, ticks }, i) => {
        const file = join(folder, `${i}.png`);
        writeFileSync(file, png);
        return ['-d', String(Math.round((ticks * 1000) / RATE)), file];
      });
      for (const quality of QUALITIES) {
        const options = ['-loop', '0', '-lossy', '-q', String(quality), '-m', '4'];
        execFileSync('img2webp', [...options, ...parts, '-o', path], { stdio: 'ignore' });
        if (statSync(path).size <= largest) return statSync(path).size;
      }
      throw new Error(`${path} is larger than ${largest} bytes: film fewer turns`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
