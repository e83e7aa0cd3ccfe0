// A regatta on the server, behind the same interface (`Host`) as one on this device.
import type { Host, Seat } from '$lib/game/host';
import { t } from '$lib/i18n/i18n.svelte';
import { Refused } from '$lib/rules/rules';
import type { Color, Decision, Happening, SeatView } from '$lib/types';
import { refusedText } from './http';
import type { Room } from './room.svelte';

/** The name of a seat: computer players by their rank in the reader's language, deleted players by their colour. */
export const seatName = ({ color, name, pilot }: SeatView): string =>
  pilot ? t(`pilot.${pilot}`) : name || t(`color.${color}`);

export class OnlineHost implements Host {
  constructor(private readonly room: Room) {}

  get id(): string {
    return this.room.id;
  }

  get seats(): readonly Seat[] {
    const seats = this.room.state?.summary.seats ?? [];
    // Computer players go by their colours, because several can have the same rank.
    return seats.map((seat): Seat => {
      const name = seat.pilot ? t(`color.${seat.color}`) : seatName(seat);
      return { color: seat.color, name, ...(seat.pilot ? { pilot: seat.pilot } : {}) };
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
    if (refused) throw new Refused(refused.code, refusedText(refused));
  }

  close(): void {
    // The room stays open. The page closes it.
  }
}
