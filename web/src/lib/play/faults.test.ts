import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { setLanguage } from '$lib/i18n/i18n.svelte';
import { Refused } from '$lib/rules/rules';
import { reader } from '../../test/regatta';
import { faultText } from './faults';

const evening = readFileSync('../docs/evening.txt', 'utf8');
const fault = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);
const told = async (record: string): Promise<string> => faultText(await fault(reader.story(record))).text;

afterAll(() => setLanguage('en'));

test('a bad record says which line is wrong, and why, in the language spoken', async () => {
  expect(await told('hello')).toBe('Line 1: a record begins with the line “powerboats record 1”.');
  await setLanguage('de');
  expect(await told('powerboats record 1\nred: Ada\nwhite: Bo\nsides: nass')).toBe(
    'Zeile 4: „nass“ ist keine Seite der See-Teile: dark, light oder mixed.',
  );
  expect(await told(evening.replace('sides: dark', 'sides: light'))).toMatch(/^Zeile \d+: See-Teil \d liegt/);
  await setLanguage('zh-Hant');
  expect(faultText(await fault(reader.verify(evening))).text).toContain('「commitment: …」');
});

test('colours are told by their names, what nobody foresaw in English beside it', async () => {
  await setLanguage('fr');
  const refused = new Refused('record.turn', 'x', { line: 7, now: 'red', not: 'white' });
  expect(faultText(refused).text).toBe('Ligne 7\u00a0: c’est à Rouge, pas à Blanc.');
  expect(faultText(new Refused('illegal-dice', 'x')).text).toBe('Ces dés ne sont pas permis.');
  expect(faultText(new Refused('bad-json', 'Odd.'))).toEqual({
    text: 'Ce n’est pas permis.',
    detail: 'Odd.',
  });
});
