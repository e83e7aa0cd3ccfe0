// A regatta on the server, behind the same interface (`Host`) as one on this device.
import type { Aside, Host, Seat } from '$lib/game/host';
import { t } from '$lib/i18n/i18n.svelte';
import { noteOf, presenceOf } from '$lib/online/presence';
import { lasting } from '$lib/online/table/told';
import { seatName } from '$lib/online/words';
import { rivalName } from '$lib/rivals/rivals';
import type { Color, Decision, Happening, PilotName } from '$lib/types';
import { RefusedError } from './http';
import type { Room } from './room.svelte';

export class OnlineHost implements Host {
  constructor(private readonly room: Room) {}

  get id(): string {
    return this.room.id;
  }

  get seats(): readonly Seat[] {
    const room = this.room.state;
    const seats = room?.summary.seats ?? [];
    /** A computer player goes by the name of the rival, or by the colour if the same rival has several boats. */
    const pilotName = (pilot: PilotName, color: Color): string =>
      seats.filter((other) => other.pilot === pilot).length > 1 ? t(`color.${color}`) : rivalName(pilot);
    return seats.map((seat): Seat => {
      const name = seat.pilot ? pilotName(seat.pilot, seat.color) : seatName(seat);
      const presence = room && presenceOf(room, seat);
      const note = room && noteOf(room, seat);
      return {
        color: seat.color,
        name,
        ...(seat.pilot ? { pilot: seat.pilot } : {}),
        ...(presence ? { presence } : {}),
        ...(note ? { note } : {}),
      };
    });
  }

  get paused(): boolean {
    return Boolean(this.room.state?.paused);
  }

  get asides(): readonly Aside[] {
    const room = this.room.state;
    if (!room) return [];
    return room.notices.flatMap(({ after, event }) => {
      const text = lasting(event, room);
      return text ? [{ after, text }] : [];
    });
  }

  get mine(): readonly Color[] {
    const color = this.room.state?.you?.color;
    return color ? [color] : [];
  }

  get story(): readonly Happening[] {
    return this.room.state?.story ?? [];
  }

  listen(hear: (news: readonly Happening[]) => void): () => void {
    return this.room.listen(hear);
  }

  async decide(_color: Color, decision: Decision): Promise<void> {
    const refused = await this.room.decide(decision);
    if (refused) throw new RefusedError(refused);
  }

  close(): void {
    // The room stays open. The page closes it.
  }
}
