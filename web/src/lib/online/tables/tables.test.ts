// Several tables at the same time.
import { expect, test } from 'vitest';
import { tablesIn, tablesPath } from './tables';

test('each regatta once, at most six, nothing that is no id', () => {
  expect(tablesIn('?r=a,b,a,,c%2F..,d')).toEqual(['a', 'b', 'd']);
  expect(tablesIn('?r=1,2,3,4,5,6,7')).toHaveLength(6);
  expect(tablesIn('')).toEqual([]);
  expect(tablesIn(tablesPath(['x', 'y']).slice('/tables'.length))).toEqual(['x', 'y']);
  expect(tablesPath([])).toBe('/tables');
});
