// Answers of the rules in WebAssembly.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { BadRecord } from 'powerboats';
import { RecordBook } from 'powerboats/wasm/powerboats.js';
import { reader } from '../../test/regatta';

// No other test has read this record before.
const evening = readFileSync('../docs/evening.txt', 'utf8').replace('red: Ada', 'red: Ida');

test('a record is read once on its way to its graph', async () => {
  const read = vi.spyOn(RecordBook, 'read');
  expect((await reader.story(evening)).names).toEqual({ red: 'Ida', white: 'Bo', black: 'Cy' });
  // It has no secret, so its dice can't be checked.
  await expect(reader.verify(evening)).rejects.toThrow(BadRecord);
  expect(await reader.picture(evening)).toMatch(/^<svg /);
  expect((await reader.analyze(evening)).races.length).toBe(3);
  expect(read).toHaveBeenCalledOnce();
  // Another text is another record.
  await reader.picture(evening.replace('red: Ida', 'red: Eve'));
  expect(read).toHaveBeenCalledTimes(2);
  read.mockRestore();
});
