// Room events in words, except those on the lake.
import { list, t } from '$lib/i18n/i18n.svelte';
import type { ClientEvent, Color, Motion } from '$lib/types';
import type { RoomState } from '$lib/net/fold';
import { seatName } from '../words';
import { hushed } from '../chat/hushed.svelte';

interface Words {
  text: string;
  /** Whether it is also shown on the screen. */
  shown: boolean;
}

/** A note that stays in the chat. */
export function aboutRoom(event: ClientEvent): string {
  if (event.type === 'redrawn') return t('seal.redrawn');
  if (event.type === 'unsealed')
    return t('seal.unsealed', { names: list(event.vacated.map((color) => t(`color.${color}`))) });
  if (event.type === 'kicked')
    return t('room.kicked.other', { name: event.name || t(`color.${event.color}`) });
  return '';
}

/** The name of whoever has this seat. */
export function nameAt({ summary }: RoomState, color: Color): string {
  const seat = summary.seats.find((one) => one.color === color);
  return seat ? seatName(seat) : t(`color.${color}`);
}

/** A proposal as a sentence: who wants what. */
export function motionText(motion: Motion, name: string, room: RoomState): string {
  const other = motion.type === 'replace' ? nameAt(room, motion.color) : '';
  return t(`event.voted.${motion.type}`, { name, other });
}

/** A line that stays in the log: time-outs, computer players who take over, pauses, votes, the end. */
export function lasting(event: ClientEvent, room: RoomState): string {
  const name = 'color' in event ? nameAt(room, event.color) : '';
  switch (event.type) {
    case 'timed-out':
      return t('event.timedout', { name });
    case 'taken-over':
      return t(`event.taken.${event.why ?? 'timeouts'}`, { name });
    case 'back':
      return t('away.other.back', { name });
    case 'paused':
      return t(`event.paused.${event.why}`);
    case 'resumed':
      return t('event.resumed');
    case 'break':
      return t('event.break');
    case 'ended':
      return t(`event.ended.${event.why}`);
    case 'voted':
      return event.yes ? motionText(event.motion, name, room) : t('event.voted.no', { name });
    default:
      return '';
  }
}

export function toldOnline(event: ClientEvent, room: RoomState): Words | undefined {
  const name = 'color' in event ? nameAt(room, event.color) : '';
  const mine = 'color' in event && event.color === room.you?.color;
  switch (event.type) {
    case 'joined':
    case 'pilot-seated':
      return { text: t('room.joined', { name, color: t(`color.${event.color}`) }), shown: false };
    case 'unseated':
      return { text: t('room.left', { color: t(`color.${event.color}`) }), shown: false };
    case 'started':
      return { text: t('room.started'), shown: false };
    case 'hosted':
      return event.host === room.you?.player ? { text: t('event.hosted.you'), shown: true } : undefined;
    case 'timed-out':
      // The line in the fleet, or above the lake, stays until the player is back.
      return { text: mine ? t('refused.timed-out') : lasting(event, room), shown: false };
    case 'taken-over':
    case 'back':
      return mine ? undefined : { text: lasting(event, room), shown: true };
    case 'voted':
      return mine ? undefined : { text: lasting(event, room), shown: false };
    case 'paused':
    case 'resumed':
    case 'break':
    case 'ended':
      return { text: lasting(event, room), shown: event.type === 'resumed' };
    case 'plan-dropped':
      return { text: t('plan.dropped'), shown: true };
    case 'sealed':
      return { text: t('seal.waiting'), shown: false };
    case 'kicked':
      if (event.player === room.you?.player) return { text: t('room.kicked'), shown: true };
      return { text: aboutRoom(event), shown: true };
    case 'unsealed':
    case 'redrawn':
      return { text: aboutRoom(event), shown: true };
    case 'rematch':
      return { text: t('rematch.offered'), shown: false };
    case 'chat':
      if (event.player === room.you?.player || hushed.has(event.player)) return undefined;
      return { text: t('chat.said', { name: event.name ?? '', text: event.text }), shown: false };
    case 'phrase':
      if (event.player === room.you?.player || hushed.has(event.player)) return undefined;
      return {
        text: t('chat.said', { name: event.name ?? '', text: t(`phrase.${event.phrase}`) }),
        shown: false,
      };
    default:
      return undefined;
  }
}
