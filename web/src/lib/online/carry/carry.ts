// Carries a regatta on this device to another one: the server keeps it for a short time under a code.
import { ask, type Answer } from '$lib/net/http';
import { Game, load as loadRules } from 'powerboats';
import { loadGame, saveGame, type SavedGame } from '$lib/store/games';
import type { GameToCarry, CarryCode } from '$lib/types';

/** A whole regatta has less than a megabyte. More is not unpacked. */
const MOST = 8_000_000;

const streamOf = (what: BodyInit): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new Response(what).body ?? new ReadableStream();

/** A long regatta is too large for the server, so it is packed. */
export async function pack(text: string): Promise<string> {
  const packed = streamOf(text).pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Throws if the text was not packed here, or is too large. */
export async function unpack(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const stream = streamOf(bytes).pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let whole = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return whole;
    whole += value;
    if (whole.length > MOST) throw new Error('too large');
  }
}

/** Sends a regatta. Resolves to the code. */
export const sendGame = async (id: string): Promise<Answer<CarryCode>> => {
  const game = await loadGame(id);
  if (!game) return { ok: false, code: 'not-found', message: '' };
  return ask<CarryCode>('POST', '/api/carry', { game: await pack(JSON.stringify(game)) });
};

/** A code as people write it: small letters and digits, without spaces and hyphens. */
export const cleanCode = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A code in two halves, which is easier to read and to type. */
export const shownCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`.trim();

/** The regatta in a packed text, if it is one that the rules can follow. */
export async function readGame(packed: string): Promise<SavedGame | undefined> {
  try {
    const game = JSON.parse(await unpack(packed)) as SavedGame;
    if (typeof game.id !== 'string' || !Array.isArray(game.seats) || !Array.isArray(game.story))
      return undefined;
    Game.follow(game.story).free();
    return game;
  } catch {
    return undefined;
  }
}

/** Fetches a regatta by its code and stores it here. The code works once. */
export async function fetchGame(code: string): Promise<Answer<SavedGame>> {
  const answer = await ask<GameToCarry>('GET', `/api/carry/${encodeURIComponent(cleanCode(code))}`);
  if (!answer.ok) return answer;
  await loadRules();
  const game = await readGame(answer.value.game);
  if (!game) return { ok: false, code: 'bad-request', message: '' };
  // If it can't be stored, the page of the regatta says so.
  await saveGame({ ...game, updated: Date.now() }).catch(() => undefined);
  return { ok: true, value: game };
}
