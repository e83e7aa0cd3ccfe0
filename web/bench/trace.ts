// Reads a Chromium trace: what the page's main thread did, and for how long.
import { gunzipSync } from 'node:zlib';
import type { CDPSession } from '@playwright/test';

/** How much slower than this machine the page's processor is. */
export const SLOW_DOWN = 4;

export interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** The processor time of the thread, without the time it waited for a core, but with the time in which a slow-down made it spin. */
  tdur?: number;
  pid: number;
  tid: number;
}
/** A piece of work on the main thread, in milliseconds. */
export interface Task {
  from: number;
  length: number;
  /**
   * The processor time of the main thread in it. Chromium slows a thread down by letting it spin, and counts that: slowed down
   * four times, the same work takes four times as long here too.
   */
  work: number;
  /** How long it waited for a core while the browser's raster threads worked: the part of its length that raster explains. */
  raster: number;
  /** Its parts by the browser's names, such as Paint or FunctionCall, with their processor times. */
  parts: Map<string, number>;
}

/** Tasks, their parts, raster tasks and marks. More would make the trace so large that reading it takes longer than the race. */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];

/** The events of a recorded trace. They come compressed and in few pieces: one message for each piece of text takes minutes. */
async function read(session: CDPSession, handle: string): Promise<TraceEvent[]> {
  const pieces: Buffer[] = [];
  for (let more = true; more;) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: 8 << 20 });
    pieces.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
    more = !eof;
  }
  await session.send('IO.close', { handle });
  const { traceEvents } = JSON.parse(gunzipSync(Buffer.concat(pieces)).toString()) as {
    traceEvents: TraceEvent[];
  };
  return traceEvents.filter(({ ph, cat }) => ph === 'X' || cat.includes('user_timing'));
}

/** Records while `act` runs with a processor that is slowed down four times. */
export async function traced(session: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    streamCompression: 'gzip',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await act();
  // The page also helps to hand the trace over, so it may be fast again.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const complete = new Promise<string>((done) =>
    session.once('Tracing.tracingComplete', ({ stream }) => done(stream ?? '')),
  );
  await session.send('Tracing.end');
  return read(session, await complete);
}

/** The main thread of the page that set the user timing `mark`. */
function mainThread(events: TraceEvent[], mark: string): (event: TraceEvent) => boolean {
  const own = events.find(({ name, cat }) => name === mark && cat.includes('user_timing'));
  return ({ pid, tid }) => pid === own?.pid && tid === own?.tid;
}

/** The tasks of the page's main thread, in order. The page must have set the user timing `mark`. */
export function tasksOf(events: TraceEvent[], mark: string): Task[] {
  const isMain = mainThread(events, mark);
  const own = events.filter((event) => isMain(event) && event.ph === 'X').sort((a, b) => a.ts - b.ts);
  const rasters = events
    .filter(({ name, ph }) => ph === 'X' && name === 'RasterTask')
    .sort((a, b) => a.ts - b.ts);
  /** The time in which at least one raster thread worked. Threads that work at once do not count twice. */
  const meanwhile = (from: number, to: number): number => {
    let [sum, counted] = [0, from];
    for (const { ts, dur = 0 } of rasters) {
      const end = Math.min(to, ts + dur);
      sum += Math.max(0, end - Math.max(counted, ts));
      counted = Math.max(counted, end);
    }
    return sum;
  };
  const tasks: Task[] = [];
  for (const { name, ts, dur = 0, tdur = dur } of own) {
    const last = tasks.at(-1);
    const inside = last && ts / 1000 < last.from + last.length;
    if (inside) last.parts.set(name, (last.parts.get(name) ?? 0) + tdur / 1000);
    else if (/RunTask$/.test(name)) {
      // Raster excuses only the time in which the main thread had no core, never its own work.
      const raster = dur > 50_000 ? Math.min(meanwhile(ts, ts + dur), Math.max(0, dur - tdur)) / 1000 : 0;
      tasks.push({ from: ts / 1000, length: dur / 1000, work: tdur / 1000, raster, parts: new Map() });
    }
  }
  return tasks;
}

/** A task in words: how long, and what took most of it. */
export function causes({ length, work, raster, parts }: Task): string {
  const named = [...parts].filter(([name]) => !/RunTask|BeginMainFrame$/.test(name));
  const top = named.sort((a, b) => b[1] - a[1]).slice(0, 4);
  const told = top.map(([name, took]) => `${name} ${took.toFixed(0)}`).join(', ');
  return `${length.toFixed(0)} ms, work ${work.toFixed(0)} ms (${told}), raster meanwhile ${raster.toFixed(0)} ms`;
}

/** The times between the user timings `from` and `to`, in milliseconds. */
export function spans(events: TraceEvent[], from: string, to: string): [number, number][] {
  const marks = events
    .filter(({ name, cat }) => cat.includes('user_timing') && (name === from || name === to))
    .sort((a, b) => a.ts - b.ts);
  return marks.flatMap(({ name, ts }, i): [number, number][] => {
    const next = marks[i + 1];
    return name === from && next?.name === to ? [[ts / 1000, next.ts / 1000]] : [];
  });
}

/** The main thread's work in each frame of 16.7 ms within these spans, in milliseconds. */
export function workPerFrame(tasks: Task[], within: [number, number][]): number[] {
  const FRAME = 1000 / 60;
  return within.flatMap(([from, to]) => {
    const frames = Array.from({ length: Math.floor((to - from) / FRAME) }, () => 0);
    for (const { from: begins, work } of tasks) {
      // A task belongs to the frame in which it begins: a frame waits for the whole of it.
      const frame = Math.floor((begins - from) / FRAME);
      if (frames[frame] !== undefined) frames[frame] += work;
    }
    return frames;
  });
}
