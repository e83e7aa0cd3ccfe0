// The host of a daily attempt.
import { describe, expect, it, vi } from 'vitest';
import type { DailyAttempt, Decision, Happening } from '$lib/types';
import { DailyHost } from './host';

const lake = { type: 'lake', players: ['orange'] } as unknown as Happening;
const attempt = { id: 'a', number: 3, commitment: 'c', story: [lake], turns: 1 } as unknown as DailyAttempt;
const dice: Decision = { type: 'dice', hold: [], count: 1 };

describe('an attempt at the daily lake', () => {
  it('sends each decision with the next number, and tells what happened', async () => {
    const rolled = { type: 'rolled' } as Happening;
    const send = vi.fn().mockResolvedValue({ ok: true, value: { number: 4, happenings: [rolled] } });
    const host = new DailyHost('2026-11-18', attempt, 'Ann', () => undefined, send);
    const heard: Happening[] = [];
    host.listen((news) => heard.push(...news));
    await host.decide('orange', dice);
    expect(send).toHaveBeenCalledWith('POST', '/api/daily/2026-11-18/attempt/decisions', {
      number: 4,
      decision: dice,
    });
    expect(heard).toEqual([rolled]);
    expect(host.story).toHaveLength(2);
    expect(host.mine).toEqual(['orange']);
  });

  it('sends the same again if nobody knows whether it was stored', async () => {
    vi.useFakeTimers();
    const send = vi
      .fn()
      .mockResolvedValueOnce({ ok: false, code: 'unknown', message: '' })
      .mockResolvedValue({ ok: true, value: { number: 4, happenings: [] } });
    const host = new DailyHost('2026-11-18', attempt, 'Ann', () => undefined, send);
    const done = host.decide('orange', { type: 'place', at: 'b2', heading: 'E' });
    await vi.runAllTimersAsync();
    await done;
    expect(send.mock.calls[0]).toEqual(send.mock.calls[1]);
    vi.useRealTimers();
  });

  it('throws a refusal, and is nobody’s turn after the end', async () => {
    const onend = vi.fn();
    const send = vi.fn().mockResolvedValueOnce({ ok: false, code: 'stale', message: '' });
    send.mockResolvedValue({ ok: true, value: { number: 4, happenings: [], ending: 'gave-up' } });
    const host = new DailyHost('2026-11-18', attempt, 'Ann', onend, send);
    await expect(host.decide('orange', dice)).rejects.toThrow();
    await host.giveUp();
    expect(onend).toHaveBeenCalledWith('gave-up');
    expect(host.mine).toEqual([]);
  });
});
