// Checks on catalogues: how long sentences are, which plural forms a message has, and how it is spaced.
import type { Message } from '../lib/i18n/i18n.svelte';

/** A catalogue in any language: tests and scripts/plain.mjs read them all the same way. */
export type Texts = Readonly<Record<string, Message>>;

/** All texts of a message: the text itself, or each of its plural forms. */
export const textsOf = (message: Message): string[] =>
  typeof message === 'string'
    ? [message]
    : Object.entries(message).flatMap(([name, text]) => (name === 'by' ? [] : [text]));

/** The values that a text fills in. */
export const holesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort();

/** The lessons, the rules, and the rules in short on the page about the game. */
export const isTaught = (key: string): boolean => /^(learn|rules|about\.rule)/.test(key);

/** A list after a colon belongs to its sentence. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?…][”“»]?)\s+|(?<=[。！？])/u).filter((sentence) => sentence.trim());

/** The words of a sentence, or in Chinese its characters; a value that is filled in counts as one. */
export function lengthOf(sentence: string, language: string): number {
  const filled = sentence.replace(/\{\w+\}/g, '1');
  if (language.startsWith('zh')) return filled.replace(/\s/g, '').length;
  return filled.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** How many words, or Chinese characters, a sentence of lessons and rules may have. */
export const longestOf = (language: string): number => (language.startsWith('zh') ? 40 : 20);

/** The sentences of lessons and rules that are too long, each with its key and its length. */
export const tooLong = (texts: Texts, language: string): string[] =>
  Object.entries(texts)
    .filter(([key]) => isTaught(key))
    .flatMap(([key, message]) => textsOf(message).map((text) => ({ key, text })))
    .flatMap(({ key, text }) => sentencesOf(text).map((sentence) => ({ key, sentence })))
    .filter(({ sentence }) => lengthOf(sentence, language) > longestOf(language))
    .map(({ key, sentence }) => `${key} (${lengthOf(sentence, language)}): ${sentence}`);

/** Values that are numbers and count what the next word names. */
const COUNTS = 'n|turns|total|run|damage|steps|seats|keeps|fast|slow|first|second|expected|longest|low|high';
/** English and French words that may follow any number, because they do not name what is counted. */
const NEUTRAL = new Set([
  'of',
  'to',
  'and',
  'or',
  'is',
  'was',
  'just',
  'instead',
  'sur',
  'à',
  'et',
  'est',
  'était',
  'au',
  'convient',
]);
/** In German only nouns have a capital letter; Chinese nouns have no plural. */
const isNoun = (word: string, language: string): boolean =>
  language === 'de' ? /^\p{Lu}/u.test(word) : language !== 'zh-Hant' && !NEUTRAL.has(word);

/** Nouns after a number that does not choose the plural form, as in “1 spaces”. */
export const uncounted = (texts: Texts, language: string): string[] =>
  Object.entries(texts).flatMap(([key, message]) => {
    const by = typeof message === 'string' ? undefined : (message.by ?? 'n');
    return textsOf(message).flatMap((text) =>
      [...text.matchAll(new RegExp(`\\{(${COUNTS})\\}[ \\u00a0\\u202f](\\p{L}+)`, 'gu'))]
        .filter(([, name, word]) => name !== by && isNoun(word ?? '', language))
        .map(([found]) => `${key}: ${found}`),
    );
  });

/** The plural categories that whole numbers and tenths need in a language. */
export function categoriesOf(language: string): Set<string> {
  const whole = new Intl.PluralRules(language);
  const tenths = new Intl.PluralRules(language, { minimumFractionDigits: 1 });
  const numbers = Array.from({ length: 201 }, (_, i) => i);
  return new Set([...numbers.map((n) => whole.select(n)), ...numbers.map((n) => tenths.select(n / 10))]);
}

/** French texts without a narrow no-break space before ; ! ? or without a no-break space before : and inside « ». */
export const badFrench = (texts: Texts): string[] =>
  Object.entries(texts).flatMap(([key, message]) =>
    textsOf(message)
      // The lines of a saved game are quoted as they are written there.
      .map((text) => text.replaceAll('{word}: …', '{word}'))
      .filter((text) => /(?<!\u202f)[;!?]|(?<!\u00a0)[:»]|«(?!\u00a0)/.test(text))
      .map((text) => `${key}: ${text}`),
  );

/** Where a text has an ordinary space between Chinese characters or after a full-width sign. */
export const badChinese = (text: string): boolean =>
  /[\p{Script=Han}。，、；：！？）」] +[\p{Script=Han}（「]|[。，、；：！？）」] /u.test(text);
