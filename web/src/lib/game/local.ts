// A regatta on this device, with computer players from the worker. Every happening is stored before it is shown.
import { brain, type Brain } from '$lib/rules/brain';
import { Game, commitment, loadRules, type FairDice } from '$lib/rules/rules';
import type { Color, Decision, GameSetup, Happening } from '$lib/types';
import { saveGame, type SavedGame } from '$lib/store/games';
import type { Host, Seat } from './host';

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Creates a secret, and a salt for each seat. */
function freshDice(seats: readonly Seat[]): FairDice {
  return {
    secret: randomHex(32),
    salts: Object.fromEntries(seats.map(({ color }) => [color, randomHex(8)])),
  };
}

/** Starts a regatta on a new lake. */
export function newGame(
  seats: Seat[],
  setup: Omit<GameSetup, 'players'>,
  now = Date.now(),
  dice = freshDice(seats),
): SavedGame {
  const { game, happenings } = Game.open({ players: seats.map(({ color }) => color), ...setup }, dice);
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
    this.dice = saved.dice ?? freshDice(saved.seats);
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
