// Faults of saved games, in every language.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { CATALOGUES, fill, setLanguage } from '$lib/i18n/i18n.svelte';
import { PowerboatsError } from 'powerboats';
import { reader } from '../../test/regatta';
import { faultText } from './faults';

const evening = readFileSync('../docs/evening.txt', 'utf8');
const fault = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);
const told = async (record: string): Promise<string> => faultText(await fault(reader.story(record))).text;

afterAll(() => setLanguage('en'));

test('a bad saved game says which line is wrong, and why, in the chosen language', async () => {
  expect(await told('hello')).toBe('Line 1: a saved game must begin with “powerboats record 1”.');
  await setLanguage('de');
  const de = await CATALOGUES.de();
  const what = fill(de['fault.record.sides'], { text: 'nass' }, 'de');
  expect(await told('powerboats record 1\nred: Ada\nwhite: Bo\nsides: nass')).toBe(`Zeile 4: ${what}`);
  expect(await told(evening.replace('sides: dark', 'sides: light'))).toMatch(/^Zeile \d+: See-Teil \d /);
  await setLanguage('zh-Hant');
  expect(faultText(await fault(reader.verify(evening))).text).toContain('「commitment: …」');
});

test('colours have their names, and an unknown refusal shows its English message as a detail', async () => {
  await setLanguage('fr');
  const fr = await CATALOGUES.fr();
  const refused = new PowerboatsError('record.turn', 'x', { line: 7, now: 'red', not: 'white' });
  const what = fill(fr['fault.record.turn'], { now: 'Rouge', not: 'Blanc' }, 'fr');
  expect(faultText(refused).text).toBe(`Ligne 7\u00a0: ${what}`);
  expect(faultText(new PowerboatsError('illegal-dice', 'x')).text).toBe(fr['refused.illegal-dice']);
  expect(faultText(new PowerboatsError('bad-json', 'Odd.'))).toEqual({
    text: fr['fault.other'],
    detail: 'Odd.',
  });
});
