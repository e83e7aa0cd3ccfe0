// Who runs a regatta: this device, the server, or nobody any more. The rest of the page does not care which.
import type { Color, Decision, Happening, PilotName } from '$lib/types';
import type { FairDice } from '$lib/rules/rules';

export interface Seat {
  color: Color;
  name: string;
  /** Left out for a person. */
  pilot?: PilotName;
}

export interface Host {
  readonly id: string;
  readonly seats: readonly Seat[];
  /** Colours that people on this device decide for. */
  readonly mine: readonly Color[];
  /** All that happened so far, from the lake on. */
  readonly story: readonly Happening[];
  /** The dice, if this device may know them: then the record can be checked. */
  readonly dice?: FairDice;
  /** Hears what happens from now on. The answer ends it. */
  listen(hear: (news: readonly Happening[]) => void): () => void;
  /** Does what a player decides; throws `Refused` if the rules forbid it. */
  decide(color: Color, decision: Decision): Promise<void>;
  /** Called by whoever shows the regatta, so that pilots do not run ahead of what people have seen. */
  setPace?(pace: () => Promise<void>): void;
  /** Nobody looks any more. */
  close(): void;
}

export const nameOf = (seats: readonly Seat[], color: Color): string =>
  seats.find((seat) => seat.color === color)?.name ?? color;

/** A regatta that is over, or only looked at: a record. */
export class StillHost implements Host {
  readonly mine: readonly Color[] = [];

  constructor(
    readonly id: string,
    readonly seats: readonly Seat[],
    readonly story: readonly Happening[],
    readonly dice?: FairDice,
  ) {}

  listen(): () => void {
    return () => undefined;
  }

  decide(): Promise<void> {
    return Promise.reject(new Error('nobody decides in a record'));
  }

  close(): void {
    // Nothing was opened.
  }
}
