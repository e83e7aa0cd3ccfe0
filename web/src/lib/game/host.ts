// The interface of a regatta, whether this device or the server runs it, or it is over.
import type { Color, Decision, Happening, PilotName } from '$lib/types';
import type { Ghost } from '$lib/ghosts/ghost';
import type { FairDice } from 'powerboats';

export interface Seat {
  color: Color;
  name: string;
  /** Not set for a person. */
  pilot?: PilotName;
  /** Online only: whether the player is connected. */
  presence?: Presence;
  /** Online only: what the others should know of this player now. */
  note?: string;
}

/** Connected, not connected, or left for good. */
export type Presence = 'here' | 'gone' | 'left';

/** A line of the log about the room, after so many happenings. */
export interface Aside {
  after: number;
  text: string;
}

export interface Host {
  readonly id: string;
  readonly seats: readonly Seat[];
  /** The boats that people on this device decide for. */
  readonly mine: readonly Color[];
  /** Everything that has happened so far, from the lake on. */
  readonly story: readonly Happening[];
  /** The secret behind the dice, if this device knows it. With it the record can be verified. */
  readonly dice?: FairDice;
  /** Boats of other races that are shown and never in the way. */
  readonly ghosts?: readonly Ghost[] | undefined;
  /** The day whose daily lake it is, if it is one. The server has results of it. */
  readonly day?: string | undefined;
  /** Online only: nobody can decide until the regatta goes on. */
  readonly paused?: boolean;
  /** Lines about the room for the log, in order. */
  readonly asides?: readonly Aside[];
  /** Subscribes to what happens from now on. Returns a function that unsubscribes. */
  listen(hear: (news: readonly Happening[]) => void): () => void;
  /** Carries out a player's decision. Throws `PowerboatsError` or `RefusedError` if the rules forbid it. */
  decide(color: Color, decision: Decision): Promise<void>;
  /** Sets a function that computer players wait for, so that they do not run ahead of what people have seen. */
  setPace?(pace: () => Promise<void>): void;
  /** Called when nobody watches any more. */
  close(): void;
}

export const nameOf = (seats: readonly Seat[], color: Color): string =>
  seats.find((seat) => seat.color === color)?.name ?? color;

/** A regatta that is over or only watched, from its record. */
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
    // Nothing to close.
  }
}
