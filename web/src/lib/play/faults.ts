// Refusals in the reader's language. The rules' own English message is only a detail.
import { t, type Key } from '$lib/i18n/i18n.svelte';
import { en } from '$lib/i18n/en';
import { RefusedError } from '$lib/net/http';
import { PowerboatsError, type ErrorValues } from 'powerboats';
import { type Color, COLORS } from '$lib/types';

export interface FaultText {
  text: string;
  /** The English message, if the catalogue has no text for it. */
  detail?: string;
}

const isKey = (key: string): key is Key => key in en;
const isColor = (value: unknown): value is Color => COLORS.includes(value as Color);

/** Replaces colours by their names. */
const said = (values: ErrorValues): ErrorValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isColor(value) ? t(`color.${value}`) : value]),
  );

export function faultText(error: unknown): FaultText {
  const message = error instanceof Error ? error.message : String(error);
  const ours = error instanceof PowerboatsError;
  if (!ours && !(error instanceof RefusedError)) return { text: t('trouble.decide'), detail: message };
  const values = said(ours ? error.values : {});
  const key = [`fault.${error.code}`, `refused.${error.code}`].find(isKey);
  if (!key) return { text: t('fault.other'), detail: message };
  const what = t(key, values);
  if (!('line' in values)) return { text: what };
  const text = t('fault.line', { line: values['line'] ?? '', what });
  // Only the rules know exactly what was expected there.
  return error.code === 'record.unread' ? { text, detail: message } : { text };
}
