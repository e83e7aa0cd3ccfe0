// Who is connected, who watches, who plays for whom, and when the others may vote.
import type { Presence } from '$lib/game/host';
import { list, sentences, t } from '$lib/i18n/i18n.svelte';
import type { RoomState } from '$lib/net/fold';
import type { SeatView, RegattaSummary } from '$lib/types';
import { seatName } from './words';

/** Whether a player is connected. Computer players always are, so they have no sign. */
export function presenceOf(
  room: RoomState,
  { color, player, left, resigned }: SeatView,
): Presence | undefined {
  if (!player) return undefined;
  if (left || resigned) return 'left';
  return room.present.includes(color) || color === room.you?.color ? 'here' : 'gone';
}

/** What the others should know of a player now, as a line in the fleet. */
export function noteOf(room: RoomState, seat: SeatView): string | undefined {
  const name = seatName(seat);
  if (seat.resigned) return t('note.resigned');
  if (room.stage !== 'live' || !seat.player) return undefined;
  if (seat.left) return t('note.left', { name });
  if (seat.away) return t('note.away', { name });
  if (seat.stand_in) return t('note.standin');
  const late = seat.timeouts ? t('note.late', { name }) : '';
  return sentences(late, gone(room, seat)) || undefined;
}

function gone(room: RoomState, { color }: SeatView): string {
  if (room.present.includes(color) || color === room.you?.color) return '';
  return room.clock?.color === color ? t('note.gone.clock') : t('note.gone');
}

/** What a player who ran out of time should know, until they decide in time again. */
export function lateText({ stage, summary, you }: RoomState): string {
  const seat = summary.seats.find(({ color }) => color === you?.color);
  if (stage !== 'live' || !seat?.timeouts || seat.away) return '';
  return t(seat.stand_in ? 'refused.timed-out' : 'late.you');
}

// The server decides by the same limits (`server/src/room`). Here they only say what to offer, and when.

/** After so many time-outs in a row a computer player keeps the seat until its player is back. */
export const TIMEOUTS = 3;

/** Milliseconds of absence after which the others may vote for a computer player. */
export const REPLACEABLE = 30_000;

/** Milliseconds without a decision after which they may do so in a regatta without a clock. */
export const IDLE = 180_000;

/** Milliseconds of absence after which another player may become the host. */
export const HOST_AWAY = 120_000;

/** Whether nobody can be voted out, because the clocks decide and the result counts. */
export const clocksDecide = ({ settings, occasion }: RegattaSummary): boolean =>
  settings.clock?.type === 'correspondence' ||
  settings.rated === true ||
  (occasion?.kind ?? 'play-now') !== 'play-now';

/** Who is watching: names as far as they are known, and how many. */
export function watchersText({ spectators, watching, you }: RoomState): string {
  const others = spectators - (you?.color ? 0 : 1);
  if (spectators <= 0 || others <= 0) return '';
  const names = list(watching);
  return watching.length > 0
    ? t('watch.names', { n: spectators, names })
    : t('room.watchers', { n: spectators });
}
