// The message catalogues: complete, plural forms, spaces, length of sentences.
import { afterAll, describe, expect, test } from 'vitest';
import { Show } from '$lib/game/show.svelte';
import { told } from '$lib/play/words';
import { preferred } from '$lib/store/settings.svelte';
import {
  badChinese,
  badFrench,
  categoriesOf,
  holesOf,
  textsOf,
  tooLong,
  uncounted,
  type Texts,
} from '../../test/plain';
import { SEATS, still } from '../../test/regatta';
import { en } from './en';
import { typeset } from './french';
import {
  CATALOGUES,
  fill,
  LANGUAGES,
  regional,
  sentences,
  setLanguage,
  type Forms,
  type Language,
  type Message,
} from './i18n.svelte';
import { LEARN } from './learn/speech.svelte';

const allTexts = async (language: Language): Promise<Texts> => ({
  ...(await CATALOGUES[language]()),
  ...LEARN[language],
});
const english: Texts = { ...en, ...LEARN.en };
const withoutN = (holes: string[]): string[] => holes.filter((hole) => hole !== 'n');

afterAll(() => setLanguage('en'));

describe.each(LANGUAGES)('the catalogues in %s', (language) => {
  test('have every message, and no other', async () => {
    expect(Object.keys(await allTexts(language)).sort()).toEqual(Object.keys(english).sort());
  });
  test('leave nothing empty, and fill what English fills', async () => {
    for (const [key, message] of Object.entries(await allTexts(language))) {
      const wanted = withoutN(holesOf(textsOf(english[key] ?? '').join(' ')));
      for (const text of textsOf(message)) {
        expect(text.trim(), key).not.toBe('');
        expect(withoutN(holesOf(text)), key).toEqual(wanted);
      }
    }
  });
  test('are translated', async () => {
    if (language === 'en') return;
    // The rivals keep their names.
    const name = /^rival\.\w+\.name$/;
    const same = Object.entries(await allTexts(language)).filter(
      ([key, message]) => !name.test(key) && JSON.stringify(message) === JSON.stringify(english[key]),
    );
    // Names and a few words are alike in several languages.
    expect(same.map(([key]) => key).length).toBeLessThan(35);
  });
  test('have the plural forms of their language, and every number chooses the form of its noun', async () => {
    const texts = await allTexts(language);
    for (const [key, message] of Object.entries(texts)) {
      if (typeof message === 'string') continue;
      const { by = 'n', ...forms } = message;
      expect(new Set(Object.keys(forms)), key).toEqual(categoriesOf(language));
      if (by !== 'n') expect(holesOf(textsOf(message).join(' ')), key).toContain(by);
    }
    expect(uncounted(texts, language)).toEqual([]);
  });
  test('have no long sentence in lessons and rules', async () => {
    expect(tooLong(await allTexts(language), language)).toEqual([]);
  });
});

test('the checks find what they look for', () => {
  expect(uncounted({ a: '{n} Schaden', b: 'nach {n} versperrt' }, 'de')).toEqual(['a: {n} Schaden']);
  const counted = { a: '{run} of {total} spaces', b: { one: '{n} x', other: '{n} y' } };
  expect(uncounted(counted, 'en')).toEqual(['a: {total} spaces']);
  const twenty = Array.from({ length: 20 }, () => 'word').join(' ');
  const rules = {
    'rules.a': `${twenty}. ${twenty}!`,
    'rules.b': `List: ${twenty}.`,
    other: `${twenty} ${twenty}`,
  };
  expect(tooLong(rules, 'en')).toEqual([`rules.b (21): List: ${twenty}.`]);
  expect(tooLong({ 'rules.a': `${'水'.repeat(39)}。${'水'.repeat(41)}。` }, 'zh-Hant').length).toBe(1);
  expect(badFrench({ a: 'Bravo !', b: 'Bravo\u202f!', c: 'ici: là', d: '«\u00a0x »' }).length).toBe(3);
  expect(['水。 水', '水 水', '第 3 課，共 {n} 課'].map(badChinese)).toEqual([true, true, false]);
});

test('plural forms follow CLDR, so that Polish could follow', () => {
  const boats: Forms = { one: '{n} łódź', few: '{n} łodzie', many: '{n} łodzi', other: '{n} łodzi (ułamek)' };
  const polish = (n: number | { tenths: number }) => fill(boats, { n }, 'pl');
  expect([1, 2, 5, 12, 22, 25].map(polish)).toEqual([
    '1 łódź',
    '2 łodzie',
    '5 łodzi',
    '12 łodzi',
    '22 łodzie',
    '25 łodzi',
  ]);
  expect(polish(1.5)).toBe('1,5 łodzi (ułamek)');
  expect(categoriesOf('pl')).toEqual(new Set(['one', 'few', 'many', 'other']));
});

test('plural forms and numbers follow the language', () => {
  expect(fill({ one: '{n} die', other: '{n} dice' }, { n: 1 }, 'en')).toBe('1 die');
  expect(fill({ one: '{n} dé', other: '{n} dés' }, { n: 0 }, 'fr')).toBe('0 dé');
  expect(fill('{n}', { n: 1.5 }, 'de')).toBe('1,5');
  const turns: Message = { by: 'turns', one: '{turns} tour', other: '{turns} tours' };
  expect(fill(turns, { turns: { tenths: 1 } }, 'fr')).toBe('1,0 tour');
  expect(fill(turns, { turns: { tenths: 2 } }, 'fr')).toBe('2,0 tours');
  expect(fill({ ...turns, one: 'never' }, { turns: { tenths: 1 } }, 'en')).toBe('1.0 tours');
  expect(fill(turns, { turns: '1' }, 'en')).toBe('1 tours');
});

test('German counts damage and spaces', async () => {
  const de = await CATALOGUES.de();
  expect(fill(de['go.crash'], { n: 2 }, 'de')).toContain('2 Schadensmarker');
  expect([1, 2].map((n) => fill(de['words.way'], { n, way: 'Links', end: 'k9' }, 'de'))).toEqual([
    expect.stringContaining('1 Feld,'),
    expect.stringContaining('2 Felder,'),
  ]);
});

test('numbers and dates follow the reader’s region', () => {
  expect(regional('en', ['nl-NL', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(regional('de', ['en-GB'])).toBe('de');
  expect(regional('zh-Hant', ['zh-CN', 'zh-HK'])).toBe('zh-HK');
});

describe('French', () => {
  test('has its spaces before and inside signs', async () => {
    expect(badFrench(await allTexts('fr'))).toEqual([]);
    expect(typeset('Ligne : « {x} » ; non ?')).toBe('Ligne\u00a0: «\u00a0{x}\u00a0»\u202f; non\u202f?');
    expect(typeset(typeset('Bravo !'))).toBe('Bravo\u202f!');
  });
});

describe('Chinese', () => {
  test('has no ordinary space between characters or sentences', async () => {
    const texts = Object.entries(await allTexts('zh-Hant'));
    expect(texts.filter(([, message]) => textsOf(message).some(badChinese)).map(([key]) => key)).toEqual([]);
  });
  test('has none between sentences that are put together', async () => {
    await setLanguage('zh-Hant');
    expect(sentences('撞擊！', '', '失去所有骰子。')).toBe('撞擊！失去所有骰子。');
    expect(sentences('One.', 'Two.')).toBe('One. Two.');
    const show = new Show(still(40));
    const story = show.story.map((happening) => told(happening, SEATS));
    expect(story.filter(badChinese)).toEqual([]);
    expect(story.join('').length).toBeGreaterThan(200);
    show.close();
    await setLanguage('en');
  });
});

test('the first language of the browser that we have', () => {
  expect(preferred(['nl-NL', 'de-AT', 'en'])).toBe('de');
  expect(preferred(['zh-TW'])).toBe('zh-Hant');
  expect(preferred(['nl'])).toBe('en');
});
