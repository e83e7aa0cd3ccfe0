// What is said in a room: messages, phrases and notes, as part of its state.
import type { ClientEvent } from '$lib/types';
import type { RoomState, Said } from './fold';
import { notedBefore } from './notices';

/** Adds the messages from before we came, all at once because there may be many. */
export function remember(room: RoomState, told: readonly ClientEvent[]): RoomState {
  const known = new Set(room.chat.map(({ seq }) => seq));
  const fresh = told.filter(({ seq }) => !known.has(seq) && known.add(seq)).flatMap(saidIn);
  const next = fresh.length
    ? { ...room, chat: [...room.chat, ...fresh].sort((a, b) => a.seq - b.seq) }
    : room;
  const muted = told.reduce((so, event) => (event.type === 'muted' ? talk(so, event) : so), next);
  return { ...muted, notices: notedBefore(muted.notices, muted.story.length, told) };
}

function saidIn(event: ClientEvent): Said[] {
  const { seq, at } = event;
  const name = event.name ?? '';
  if (event.type === 'chat') {
    const { player, side, text } = event;
    return [{ seq, at, player, side, text, name }];
  }
  if (event.type === 'phrase') {
    const { player, side, phrase } = event;
    return [{ seq, at, player, side, text: '', phrase, name }];
  }
  if (event.type === 'unsealed' || event.type === 'redrawn' || event.type === 'kicked')
    return [{ seq, at, player: '', side: 'players', text: '', name, event }];
  return [];
}

export function talk(room: RoomState, event: ClientEvent): RoomState {
  if (event.type === 'muted') {
    const muted = room.muted.filter((player) => player !== event.player);
    const next = { ...room, muted: event.muted ? [...muted, event.player] : muted };
    return room.you?.player === event.player ? { ...next, you: { ...room.you, muted: event.muted } } : next;
  }
  const said = room.chat.some(({ seq }) => seq === event.seq) ? [] : saidIn(event);
  return said.length ? { ...room, chat: [...room.chat, ...said] } : room;
}
