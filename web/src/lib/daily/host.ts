// An attempt at the daily lake: the server rolls and stores, behind the same interface (`Host`) as a regatta on this device.
import type { Host, Seat } from '$lib/game/host';
import { ask, RefusedError, type Answer } from '$lib/net/http';
import type {
  Color,
  DailyAttempt,
  DailyDecision,
  DailyEnding,
  DailyStep,
  Decision,
  DailyGivingUp,
  Happening,
} from '$lib/types';

/** How often a decision is sent again if the server can't store it now or does not know. */
const TRIES = 3;

export class DailyHost implements Host {
  readonly id: string;
  readonly seats: readonly Seat[];
  private readonly told: Happening[];
  private readonly listeners = new Set<(news: readonly Happening[]) => void>();
  private number: number;
  private over: boolean;

  constructor(
    readonly day: string,
    attempt: DailyAttempt,
    name: string,
    /** Called once, when the attempt has ended. */
    private readonly onend: (ending: DailyEnding) => void,
    private readonly send: typeof ask = ask,
  ) {
    this.id = `daily-${day}`;
    this.told = [...attempt.story];
    this.number = attempt.number;
    this.over = attempt.ending !== undefined;
    this.seats = [{ color: this.color, name }];
  }

  private get color(): Color {
    const lake = this.told[0];
    return (lake?.type === 'lake' ? lake.players[0] : undefined) ?? 'orange';
  }

  get mine(): readonly Color[] {
    return this.over ? [] : [this.color];
  }

  get story(): readonly Happening[] {
    return this.told;
  }

  listen(hear: (news: readonly Happening[]) => void): () => void {
    this.listeners.add(hear);
    return () => this.listeners.delete(hear);
  }

  async decide(_color: Color, decision: Decision): Promise<void> {
    // The salt is this device's contribution to the dice. The server has shown the seal of its secret before.
    const salt = decision.type === 'place' ? { salt: freshSalt() } : {};
    await this.post('decisions', { number: this.number + 1, decision, ...salt });
  }

  /** Ends the attempt for good. */
  giveUp(): Promise<void> {
    return this.post('end', { number: this.number + 1 });
  }

  private async post(what: 'decisions' | 'end', body: DailyGivingUp | DailyDecision): Promise<void> {
    const path = `/api/daily/${this.day}/attempt/${what}`;
    let answer: Answer<DailyStep>;
    for (let tries = 1; ; tries += 1) {
      answer = await this.send<DailyStep>('POST', path, body);
      const again = !answer.ok && ['unknown', 'unavailable', 'offline'].includes(answer.code);
      if (!again || tries > TRIES) break;
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** tries));
    }
    if (!answer.ok) throw new RefusedError(answer);
    const { number, happenings, ending } = answer.value;
    this.number = number;
    this.told.push(...happenings);
    this.over = ending !== undefined;
    this.listeners.forEach((hear) => hear(happenings));
    if (ending) this.onend(ending);
  }

  close(): void {
    this.listeners.clear();
  }
}

function freshSalt(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
