// The daily lake in words: days, results, and the text to share.
import { locale, sentences, signed, t } from '$lib/i18n/i18n.svelte';
import type { DailyAttempt, DailyResult, DailyReview, DailyStreak } from '$lib/types';

/** A day of the calendar, such as 18 November. Days are in UTC. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(locale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

/** The day before. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** Par 13.6 · luck +0.9 · errors 1.3 */
export const reviewText = ({ par, luck, error }: DailyReview): string =>
  t('daily.review', { par: { tenths: par }, luck: signed(luck), error: { tenths: error } });

export const resultText = ({ ending, turns }: Pick<DailyResult, 'ending' | 'turns'>): string =>
  ending === 'finished' ? t('result.turns', { n: turns }) : t(`daily.ending.${ending ?? 'late'}`);

export const streakText = ({ days, today, forgiven }: DailyStreak): string =>
  sentences(
    t('daily.streak', { n: days }),
    days > 0 && !today ? t('daily.streak.today') : '',
    forgiven ? t('daily.streak.forgiven') : '',
  );

/** What can be sent to friends: how well it went, but nothing of the course. */
export function shareText(
  day: string,
  attempt: DailyAttempt,
  streak: DailyStreak | undefined,
  address: string,
): string {
  const { review } = attempt;
  return [
    `${t('app.name')} – ${t('daily.title')}, ${day}`,
    [resultText(attempt), ...(review ? [reviewText(review)] : [])].join(' · '),
    ...(review ? [review.signs] : []),
    ...(streak && streak.days > 1 ? [t('daily.streak', { n: streak.days })] : []),
    address,
  ].join('\n');
}
