// The form for a new regatta, without user interface: who sits where, and how much time a turn has.
import { type Clock, type Color, COLORS, type PilotName } from '$lib/types';

/** Who has a seat: the player, any person who comes, a computer player, or nobody. */
export type Who = 'you' | 'person' | 'pilot' | 'nobody';

/** One boat as a card. The rank is kept while another kind of player has the seat. */
export interface SeatCard {
  color: Color;
  who: Who;
  rank: PilotName;
}

export const FEWEST_SEATS = 2;

/** The order in which colours are offered: those that differ most come first. */
export const OFFERED: readonly Color[] = ['red', 'white', 'yellow', 'black', 'orange', 'purple'];
/** Their first computer players, all of medium strength. Each is somebody else, so that each has a name. */
const RANKS: readonly PilotName[] = ['commander', 'skipper', 'gambler', 'bosun', 'fox', 'mate'];
const FIRST_SEATS = 4;

/** The cards as they are first shown: the player, three free seats, and two boats that are not used. */
export const firstCards = (): SeatCard[] =>
  COLORS.map((color) => {
    const place = OFFERED.indexOf(color);
    const who = place === 0 ? 'you' : place < FIRST_SEATS ? 'person' : 'nobody';
    return { color, rank: RANKS[place] ?? 'skipper', who };
  });

const NEXT: Record<Who, Who> = { you: 'you', person: 'pilot', pilot: 'nobody', nobody: 'person' };

/** A tap on a card: a person, then a computer player, then nobody. The player's own card stays. */
export const tapped = (cards: readonly SeatCard[], color: Color): SeatCard[] =>
  cards.map((card) => (card.color === color ? { ...card, who: NEXT[card.who] } : card));

export const ranked = (cards: readonly SeatCard[], color: Color, rank: PilotName): SeatCard[] =>
  cards.map((card) => (card.color === color ? { ...card, who: 'pilot', rank } : card));

/** The player takes another boat. The two cards change places. */
export function moved(cards: readonly SeatCard[], to: Color): SeatCard[] {
  const there = cards.find(({ color }) => color === to);
  return cards.map((card) => {
    if (card.color === to) return { ...card, who: 'you' };
    if (card.who !== 'you' || !there) return card;
    return { ...card, who: there.who === 'nobody' ? 'person' : there.who, rank: there.rank };
  });
}

export const yours = (cards: readonly SeatCard[]): Color | undefined =>
  cards.find(({ who }) => who === 'you')?.color;

export const taken = (cards: readonly SeatCard[]): SeatCard[] => cards.filter(({ who }) => who !== 'nobody');

/** The computer players, with their seats. */
export const pilotsOf = (cards: readonly SeatCard[]): { color: Color; pilot: PilotName }[] =>
  cards.filter(({ who }) => who === 'pilot').map(({ color, rank }) => ({ color, pilot: rank }));

/** Seconds a turn, and the reserve in seconds that goes with them. */
export const LIVE = { 15: 60, 30: 180, 60: 600 } as const;
export type LiveTurn = keyof typeof LIVE;
export const LIVE_TURNS: readonly LiveTurn[] = [15, 30, 60];
export const HOURS = [24, 72] as const;

/** A choice of the list, or times of one's own. */
export type ClockKind = 'none' | `${LiveTurn}` | `${(typeof HOURS)[number]}h` | 'live' | 'hours';
export interface ClockForm {
  kind: ClockKind;
  /** Seconds a turn. */
  turn: number;
  /** Minutes of reserve. */
  bank: number;
  /** Hours a turn. */
  hours: number;
}
export const firstClock = (): ClockForm => ({ kind: '30', turn: 45, bank: 5, hours: 48 });

/** The limits that the server sets. */
export const LIMITS = { turn: [1, 3600], bank: [0, 600], hours: [1, 720] } as const;

export function clockOf({ kind, turn, bank, hours }: ClockForm): Clock {
  switch (kind) {
    case 'none':
      return { type: 'none' };
    case 'live':
      return { type: 'live', turn: Math.round(turn), bank: Math.round(bank * 60) };
    case 'hours':
      return { type: 'correspondence', hours: Math.round(hours) };
    case '24h':
    case '72h':
      return { type: 'correspondence', hours: Number.parseInt(kind, 10) };
    default: {
      const preset = Number(kind) as LiveTurn;
      return { type: 'live', turn: preset, bank: LIVE[preset] };
    }
  }
}
