// Text for people, from catalogues only. English is always there; the others are fetched when spoken.
import { en } from './en';

/** Every message that there is. */
export type Key = keyof typeof en;
/** One text, or one for each form of `n`. `{name}` stands for something to be put in. */
export type Message = string | { readonly one: string; readonly other: string };
export type Catalogue = Record<Key, Message>;

export const LANGUAGES = ['en', 'de', 'fr', 'zh-Hant'] as const;
export type Language = (typeof LANGUAGES)[number];
/** In their own words, so that whoever reads one finds it. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  'zh-Hant': '繁體中文',
};

export const isLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

export const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: () => Promise.resolve(en),
  de: () => import('./de').then(({ de }) => de),
  fr: () => import('./fr').then(({ fr }) => fr),
  'zh-Hant': () => import('./zh-hant').then(({ zhHant }) => zhHant),
};

let spoken = $state<{ language: Language; catalogue: Catalogue }>({ language: 'en', catalogue: en });

export async function setLanguage(language: Language): Promise<void> {
  const catalogue = await CATALOGUES[language]().catch(() => undefined);
  // A catalogue that can't be fetched (no connection yet) leaves the language as it is.
  if (!catalogue) return;
  spoken = { language, catalogue };
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

export const language = (): Language => spoken.language;

export type Values = Record<string, string | number>;

/** Formatters are dear to make, so each is made once. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache: nothing reacts to it
const made = new Map<string, unknown>();
function once<T>(kind: string, make: (language: Language) => T, language = spoken.language): T {
  const key = `${kind} ${language}`;
  if (!made.has(key)) made.set(key, make(language));
  return made.get(key) as T;
}

const plural = (n: number, language: Language): string =>
  once('plural', (of) => new Intl.PluralRules(of), language).select(n);
const number = (value: number, language: Language): string =>
  once('number', (of) => new Intl.NumberFormat(of, { maximumFractionDigits: 1 }), language).format(value);

export function fill(message: Message, values: Values, language: Language): string {
  const form =
    typeof message === 'string'
      ? message
      : plural(Number(values['n']), language) === 'one'
        ? message.one
        : message.other;
  // French has a space before these signs, and no line ends there.
  const text = language === 'fr' ? form.replace(/ (?=[;:!?»])/g, '\u00a0').replaceAll('« ', '«\u00a0') : form;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? number(value, language) : (value ?? whole);
  });
}

/** The text for a key in the language spoken. */
export const t = (key: Key, values: Values = {}): string =>
  fill(spoken.catalogue[key], values, spoken.language);

/** A chance for people: 33 %, never 0 % or 100 % unless it is. */
export function percent(chance: number): string {
  const form = once(
    'percent',
    (of) => new Intl.NumberFormat(of, { style: 'percent', maximumFractionDigits: 0 }),
  );
  if (chance > 0 && chance < 0.01) return `< ${form.format(0.01)}`;
  if (chance < 1 && chance > 0.99) return `> ${form.format(0.99)}`;
  return form.format(chance);
}

const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** A number with one decimal and its sign: +1.4. */
export const signed = (value: number): string =>
  once('signed', (of) => new Intl.NumberFormat(of, { signDisplay: 'exceptZero', ...tenths })).format(value);

/** A number with one decimal: 1.4. */
export const decimal = (value: number): string =>
  once('decimal', (of) => new Intl.NumberFormat(of, tenths)).format(value);

export const list = (items: readonly string[]): string =>
  once('list', (of) => new Intl.ListFormat(of, { type: 'conjunction' })).format(items);

export const when = (time: number): string =>
  once('when', (of) => new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'short' })).format(time);
