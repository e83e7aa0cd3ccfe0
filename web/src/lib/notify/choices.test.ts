// Tests of the choices about messages: times of day, and keys of push services.
import { expect, test } from 'vitest';
import { bytesOf } from './banners';
import { minutesOf, timeOf } from './choices';

test('times of the day are read as they are written', () => {
  for (let minutes = 0; minutes < 1440; minutes += 7) expect(minutesOf(timeOf(minutes))).toBe(minutes);
  expect(minutesOf('')).toBeUndefined();
  expect(minutesOf('22:30:00')).toBe(1350);
});

test('a key without padding is read', () => {
  expect([...bytesOf('-_8')]).toEqual([251, 255]);
});
