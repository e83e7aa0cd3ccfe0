// The texts of lessons and rules. They are catalogues of their own, loaded only with their pages.
import { fill, language, locale, type Language, type Message, type Values } from '../i18n.svelte';
import { de } from './de';
import { en } from './en';
import { fr } from './fr';
import { zhHant } from './zh-hant';

export type LearnKey = keyof typeof en;
export type LearnCatalogue = Record<LearnKey, Message>;

export const LEARN: Record<Language, LearnCatalogue> = { en, de, fr, 'zh-Hant': zhHant };

/** The text for a key in the chosen language. */
export const learn = (key: LearnKey, values: Values = {}): string =>
  fill(LEARN[language()][key], values, language(), locale());
