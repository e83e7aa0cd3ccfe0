// The reading of a player's clock: first the time of the turn runs, then the reserve.

export interface Reading {
  /** Milliseconds left of the turn's own time. */
  turn: number;
  /** Milliseconds left in the reserve. */
  bank: number;
  /** Whether the turn's own time is used up, so that the reserve runs. */
  reserve: boolean;
}

/** Reads a clock that ends at `until`, with the reserve that the player had when the turn began. */
export function reading(until: number, bank: number, now: number): Reading {
  const left = Math.max(0, until - now);
  const reserve = left <= bank;
  return { turn: Math.max(0, left - bank), bank: Math.min(bank, left), reserve: reserve && bank > 0 };
}
