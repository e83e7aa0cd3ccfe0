import { describe, expect, test } from 'vitest';
import { CATALOGUES, LANGUAGES, fill, type Catalogue, type Message } from './i18n.svelte';
import { en } from './en';
import { preferred } from '$lib/store/settings.svelte';

const forms = (message: Message): string[] =>
  typeof message === 'string' ? [message] : [message.one, message.other];
const holes = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

describe.each(LANGUAGES)('the catalogue %s', (language) => {
  let catalogue: Catalogue;
  test('has every message, and no other', async () => {
    catalogue = await CATALOGUES[language]();
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
  });
  test('leaves nothing empty, and fills what English fills', () => {
    for (const [key, message] of Object.entries(catalogue)) {
      const wanted = [...new Set(forms(en[key as keyof typeof en]).flatMap(holes))].sort();
      for (const form of forms(message)) {
        expect(form.trim(), key).not.toBe('');
        expect(
          [...new Set(holes(form))].filter((hole) => hole !== 'n'),
          key,
        ).toEqual(wanted.filter((hole) => hole !== 'n'));
      }
    }
  });
  test('is translated', () => {
    if (language === 'en') return;
    const same = Object.entries(catalogue).filter(
      ([key, message]) => JSON.stringify(message) === JSON.stringify(en[key as keyof typeof en]),
    );
    // Names and a few words are alike in several languages.
    expect(same.map(([key]) => key).length).toBeLessThan(30);
  });
});

test('plurals and numbers follow the language', () => {
  expect(fill({ one: '{n} die', other: '{n} dice' }, { n: 1 }, 'en')).toBe('1 die');
  expect(fill({ one: '{n} dé', other: '{n} dés' }, { n: 0 }, 'fr')).toBe('0 dé');
  expect(fill('{n}', { n: 1.5 }, 'de')).toBe('1,5');
  expect(fill('Ligne : « {x} » ?', { x: 'a : b' }, 'fr')).toBe('Ligne\u00a0: «\u00a0a : b\u00a0»\u00a0?');
});

test('the first language of the browser that we speak', () => {
  expect(preferred(['nl-NL', 'de-AT', 'en'])).toBe('de');
  expect(preferred(['zh-TW'])).toBe('zh-Hant');
  expect(preferred(['nl'])).toBe('en');
});
