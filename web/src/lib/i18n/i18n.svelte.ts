// All text that people read comes from here: messages in the chosen language, and numbers and dates by locale.
import { en } from './en';

/** The key of a message. */
export type Key = keyof typeof en;
/**
 * The forms of a message that counts something, by CLDR plural category. English needs `one` and `other`, Chinese
 * only `other`, Polish `one`, `few`, `many` and `other`. `by` names the value that is counted; without it, it is `n`.
 */
export type Forms = { readonly by?: string; readonly other: string } & {
  readonly [category in Intl.LDMLPluralRule]?: string;
};
/** A text, or its plural forms. `{name}` is replaced by the value `name`. */
export type Message = string | Forms;
export type Catalogue = Record<Key, Message>;

export const LANGUAGES = ['en', 'de', 'fr', 'zh-Hant'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each language in its own words, so that its speakers can find it. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  'zh-Hant': '繁體中文',
};

export const isLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

/** English is always loaded; the other catalogues are fetched when they are chosen. */
export const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: () => Promise.resolve(en),
  de: () => import('./de').then(({ de }) => de),
  fr: () => import('./fr').then(({ fr }) => fr),
  'zh-Hant': () => import('./zh-hant').then(({ zhHant }) => zhHant),
};

// Raw: a catalogue never changes, and a proxy would make a signal for every message.
let chosen = $state.raw<{ language: Language; catalogue: Catalogue }>({ language: 'en', catalogue: en });

export async function setLanguage(language: Language): Promise<void> {
  const catalogue = await CATALOGUES[language]().catch(() => undefined);
  // If a catalogue can't be fetched (no connection yet), the language stays as it is.
  if (!catalogue) return;
  chosen = { language, catalogue };
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

export const language = (): Language => chosen.language;

/** A number that is shown with exactly one decimal: 1.0. Its plural form follows: 1.0 turns, but 1 turn. */
export interface Tenths {
  readonly tenths: number;
}
export type Value = string | number | Tenths;
export type Values = Record<string, Value>;

/** Formatters are slow to create, so each is created only once. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache: nothing reacts to it
const cache = new Map<string, unknown>();
function once<T>(kind: string, locale: string, create: (locale: string) => T): T {
  const key = `${kind} ${locale}`;
  if (!cache.has(key)) cache.set(key, create(locale));
  return cache.get(key) as T;
}

const scriptOf = (tag: string): string => {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${language}-${script}`;
};

/** The reader's regional variant of a language, such as en-GB for en: dates and numbers differ between regions. */
export function regional(language: string, wanted: readonly string[] = navigator.languages): string {
  return wanted.find((tag) => scriptOf(tag) === scriptOf(language)) ?? language;
}
/** The locale for numbers and dates in the chosen language. */
export const locale = (): string => once('regional', chosen.language, (of) => regional(of));

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const number = (locale: string): Intl.NumberFormat =>
  once('number', locale, (of) => new Intl.NumberFormat(of, { maximumFractionDigits: 1 }));
const tenths = (locale: string): Intl.NumberFormat =>
  once('tenths', locale, (of) => new Intl.NumberFormat(of, TENTHS));

/** The plural category of a value. A text has none of its own, so it takes `other`. */
function category(value: Value | undefined, language: string): Intl.LDMLPluralRule {
  if (typeof value === 'number')
    return once('plural', language, (of) => new Intl.PluralRules(of)).select(value);
  if (typeof value === 'object')
    return once('plural tenths', language, (of) => new Intl.PluralRules(of, TENTHS)).select(value.tenths);
  return 'other';
}

function show(value: Value, locale: string): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? number(locale).format(value) : tenths(locale).format(value.tenths);
}

/** A message with its values filled in, by the plural rules of its language and the number format of the region. */
export function fill(message: Message, values: Values, language: string, locale = language): string {
  const form =
    typeof message === 'string'
      ? message
      : (message[category(values[message.by ?? 'n'], language)] ?? message.other);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : show(value, locale);
  });
}

/** The text for a key in the chosen language. */
export const t = (key: Key, values: Values = {}): string =>
  fill(chosen.catalogue[key], values, chosen.language, locale());

/** What stands between a sentence and the next: a space, or nothing after a full-width stop, as in Chinese. */
export const gap = (sentence: string): string => (/[。！？：；]$/.test(sentence) ? '' : ' ');

export const sentences = (...parts: readonly string[]): string =>
  parts.filter(Boolean).reduce((text, part) => (text ? text + gap(text) + part : part), '');

const rounded = (chance: number, format: (chance: number) => string): string => {
  if (chance > 0 && chance < 0.01) return `< ${format(0.01)}`;
  if (chance < 1 && chance > 0.99) return `> ${format(0.99)}`;
  return format(chance);
};

/** A chance in per cent: 33%. It shows 0% and 100% only if the chance is exactly that. */
export const percent = (chance: number): string =>
  rounded(chance, (shown) =>
    once(
      'percent',
      locale(),
      (of) => new Intl.NumberFormat(of, { style: 'percent', maximumFractionDigits: 0 }),
    ).format(shown),
  );

/** A chance in per cent without the sign, where there is little space: 33. */
export const percentNumber = (chance: number): string =>
  rounded(chance, (shown) => number(locale()).format(Math.round(shown * 100)));

/** A whole number: 1,100. */
export const integer = (value: number): string => number(locale()).format(value);

/** A number with one decimal and its sign: +1.4. */
export const signed = (value: number): string =>
  once(
    'signed',
    locale(),
    (of) => new Intl.NumberFormat(of, { signDisplay: 'exceptZero', ...TENTHS }),
  ).format(value);

/** A number with one decimal: 1.4. */
export const decimal = (value: number): string => tenths(locale()).format(value);

/** A small number with three decimals: 0.042. */
export const thousandths = (value: number): string =>
  once(
    'thousandths',
    locale(),
    (of) => new Intl.NumberFormat(of, { minimumFractionDigits: 3, maximumFractionDigits: 3 }),
  ).format(value);

/** A length of time in one unit: 15 sec. */
export const duration = (value: number, unit: 'second' | 'minute' | 'hour' | 'day'): string =>
  once(
    unit,
    locale(),
    (of) => new Intl.NumberFormat(of, { style: 'unit', unit, unitDisplay: 'short' }),
  ).format(value);

export const list = (items: readonly string[]): string =>
  once('list', locale(), (of) => new Intl.ListFormat(of, { type: 'conjunction' })).format(items);

/** A date and a time of day. */
export const when = (time: number): string =>
  once(
    'when',
    locale(),
    (of) => new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'short' }),
  ).format(time);
