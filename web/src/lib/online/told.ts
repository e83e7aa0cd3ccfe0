// Room events in words, except those on the lake.
import { list, t } from '$lib/i18n/i18n.svelte';
import type { ClientEvent } from '$lib/types';
import type { RoomState } from '$lib/net/fold';
import { seatName } from '$lib/net/online';
import { hushed } from './hushed.svelte';

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

export function toldOnline(event: ClientEvent, room: RoomState): Words | undefined {
  const seat = 'color' in event ? room.summary.seats.find(({ color }) => color === event.color) : undefined;
  const name = seat ? seatName(seat) : '';
  const mine = 'color' in event && event.color === room.you?.color;
  switch (event.type) {
    case 'joined':
    case 'pilot-seated':
      return { text: t('room.joined', { name, color: t(`color.${event.color}`) }), shown: false };
    case 'unseated':
      return { text: t('room.left', { color: t(`color.${event.color}`) }), shown: false };
    case 'started':
      return { text: t('room.started'), shown: false };
    case 'timed-out':
      return mine ? { text: t('refused.timed-out'), shown: true } : undefined;
    case 'taken-over':
      return mine ? undefined : { text: t('away.other', { name }), shown: true };
    case 'back':
      return mine ? undefined : { text: t('away.other.back', { name }), shown: true };
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
    case 'chat':
      if (event.player === room.you?.player || hushed.has(event.player)) return undefined;
      return { text: t('chat.said', { name: event.name ?? '', text: event.text }), shown: false };
    default:
      return undefined;
  }
}
