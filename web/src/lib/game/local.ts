// A regatta on this device, with computer players from the worker. Every happening is stored before it is shown.
import { brain, type Brain } from '$lib/rules/brain';
import { Game, commitment, load as loadRules, type FairDice } from 'powerboats';
import type { Color, Decision, GameSetup, Happening } from '$lib/types';
import { saveGame, type SavedGame } from '$lib/store/games';
import type { Ghost } from '$lib/ghosts/ghost';
import type { Host, Seat } from './host';
import { sameSeats } from './seats';

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A secret for the dice of a regatta. On one device nobody adds a salt: the device picks the secret alone. */
export const freshSecret = (): string => randomHex(32);
const freshDice = (): FairDice => ({ secret: freshSecret(), salts: {} });

/** Starts a regatta on a new lake, or on one that is known. */
export function newGame(
  seats: Seat[],
  setup: Omit<GameSetup, 'players'>,
  now = Date.now(),
  dice = freshDice(),
  /** The lake and its first course, if they are not drawn. */
  on?: { layout: string; course: string },
): SavedGame {
  const { game, happenings } = Game.open({ players: seats.map(({ color }) => color), ...setup }, dice, on);
  game.free();
  const seal = commitment(dice.secret);
  return { id: randomHex(6), seats, dice, seal, story: happenings, created: now, updated: now, over: false };
}

/** Loads the rules, starts a regatta and stores it, if the device can. */
export async function freshGame(seats: Seat[], setup: Omit<GameSetup, 'players'>): Promise<SavedGame> {
  await loadRules();
  const game = newGame(seats, setup);
  // The page warns the player if it was not stored.
  await saveGame(game).catch(() => undefined);
  return game;
}

/** The record of a regatta on this device so far. Once it is over, it holds the secret of its dice. */
export function recordOf({ seats, story, dice }: Pick<Host, 'seats' | 'story' | 'dice'>): string {
  const names = Object.fromEntries(seats.map(({ color, name }) => [color, name]));
  const whole = Game.follow(story);
  const record = whole.record(names, dice, whole.view().over);
  whole.free();
  return record;
}

/** Starts another regatta with the same seats and settings: on a new lake, or against the same ghosts on the same lake. */
export async function rematch({
  seats,
  story,
  ghosts = [],
  day,
}: Pick<Host, 'seats' | 'story' | 'ghosts' | 'day'>): Promise<SavedGame> {
  const [lake, race] = story;
  if (lake?.type !== 'lake' || race?.type !== 'race') throw new Error('a regatta begins with its lake');
  const { sides, races, scoring, layout } = lake;
  if (seats.length > 1 && ghosts.length === 0) return freshGame(sameSeats(seats), { sides, races, scoring });
  const on = { layout, course: race.course };
  const game = newGame(sameSeats(seats), { sides, races, scoring }, undefined, undefined, on);
  const saved = { ...game, ghosts: [...ghosts], ...(day ? { day } : {}) };
  await saveGame(saved).catch(() => undefined);
  return saved;
}

/** Reads a record that was opened from a file or pasted. */
export async function openRecord(
  text: string,
  reader: Pick<Brain, 'story'> = brain,
  now = Date.now(),
): Promise<SavedGame> {
  const { happenings, names } = await reader.story(text);
  const lake = happenings[0];
  const players = lake?.type === 'lake' ? lake.players : [];
  const seats = players.map((color): Seat => ({ color, name: names[color] ?? color }));
  return { id: randomHex(6), seats, record: text, story: happenings, created: now, updated: now, over: true };
}

export class LocalHost implements Host {
  readonly id: string;
  readonly seats: readonly Seat[];
  readonly mine: readonly Color[];
  readonly dice: FairDice;
  readonly ghosts: readonly Ghost[] | undefined;
  readonly day: string | undefined;
  private readonly game: Game;
  private readonly told: Happening[];
  private readonly listeners = new Set<(news: readonly Happening[]) => void>();
  private pace: (() => Promise<void>) | undefined;
  private closed = false;
  private piloting = false;

  constructor(
    private readonly saved: SavedGame,
    private readonly keep: (game: SavedGame) => Promise<void> = saveGame,
    private readonly pilots: Brain = brain,
    /** Called with an error that the player should know about. */
    private readonly trouble: (error: unknown) => void = (error) => console.error(error),
  ) {
    this.id = saved.id;
    this.seats = saved.seats;
    this.ghosts = saved.ghosts;
    this.day = saved.day;
    this.dice = saved.dice ?? freshDice();
    this.mine = saved.seats.filter(({ pilot }) => !pilot).map(({ color }) => color);
    this.told = [...saved.story];
    this.game = Game.follow(this.told);
    this.game.takeDice(this.dice);
  }

  get story(): readonly Happening[] {
    return this.told;
  }

  listen(hear: (news: readonly Happening[]) => void): () => void {
    this.listeners.add(hear);
    return () => this.listeners.delete(hear);
  }

  setPace(pace: () => Promise<void>): void {
    this.pace = pace;
    void this.pilot();
  }

  async decide(color: Color, decision: Decision): Promise<void> {
    if (this.closed) return;
    const news = this.game.decide(color, decision);
    this.told.push(...news);
    const over = news.some(({ type }) => type === 'over');
    Object.assign(this.saved, { story: [...this.told], updated: Date.now(), over: this.saved.over || over });
    // Store first, then show, so that nothing a player has seen is ever lost.
    await this.keep(this.saved).catch(this.trouble);
    this.listeners.forEach((hear) => hear(news));
    void this.pilot();
  }

  private pilotInTurn(): Seat | undefined {
    const turn = this.game.view().state?.turn;
    return this.seats.find(({ color, pilot }) => color === turn && pilot);
  }

  /** Lets computer players decide while it is their turn. */
  private async pilot(): Promise<void> {
    if (this.piloting) return;
    this.piloting = true;
    try {
      for (;;) {
        const seat = this.closed ? undefined : this.pilotInTurn();
        if (!seat?.pilot || !this.pace) return;
        const situation = { id: this.id, story: this.told, dice: this.dice };
        const [decision] = await Promise.all([this.pilots.pilot(situation, seat.pilot), this.pace()]);
        if (this.closed) return;
        await this.decide(seat.color, decision);
      }
    } catch (error) {
      this.trouble(error);
    } finally {
      this.piloting = false;
    }
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.listeners.clear();
    this.game.free();
  }
}
