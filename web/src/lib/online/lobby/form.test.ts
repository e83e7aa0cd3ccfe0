// The form that opens a regatta.
import { expect, test } from 'vitest';
import { clockOf, firstCards, firstClock, moved, pilotsOf, ranked, taken, tapped, yours } from './form';

const who = (cards: ReturnType<typeof firstCards>) =>
  Object.fromEntries(cards.map((card) => [card.color, card.who]));

test('a tap goes round: person, computer player, nobody; the player’s own card stays', () => {
  const cards = firstCards();
  expect([yours(cards), taken(cards).length]).toEqual(['red', 4]);
  const pilot = tapped(cards, 'white');
  expect(pilotsOf(pilot)).toEqual([{ color: 'white', pilot: 'skipper' }]);
  const nobody = tapped(pilot, 'white');
  expect(taken(nobody).length).toBe(3);
  expect(who(tapped(nobody, 'white'))).toEqual(who(cards));
  expect(tapped(cards, 'red')).toEqual(cards);
  // Every boat has another computer player.
  expect(new Set(cards.map(({ rank }) => rank)).size).toBe(cards.length);
});

test('people and computer players are mixed, each with a rank of its own', () => {
  const cards = ranked(ranked(firstCards(), 'white', 'captain'), 'yellow', 'rookie');
  expect(pilotsOf(cards)).toEqual([
    { color: 'yellow', pilot: 'rookie' },
    { color: 'white', pilot: 'captain' },
  ]);
  // The player takes the seat of the captain, who moves to the seat of the player.
  const other = moved(cards, 'white');
  expect([yours(other), taken(other).length]).toEqual(['white', 4]);
  expect(pilotsOf(other)).toContainEqual({ color: 'red', pilot: 'captain' });
  // On a boat that was not used, the seat left behind is free for a person.
  expect(who(moved(cards, 'purple')).red).toBe('person');
});

test('times from the list, and one’s own', () => {
  const form = firstClock();
  expect(clockOf(form)).toEqual({ type: 'live', turn: 30, bank: 180 });
  expect(clockOf({ ...form, kind: 'live', turn: 45, bank: 2.5 })).toEqual({
    type: 'live',
    turn: 45,
    bank: 150,
  });
  expect(clockOf({ ...form, kind: 'hours', hours: 36 })).toEqual({ type: 'correspondence', hours: 36 });
  expect(clockOf({ ...form, kind: '72h' })).toEqual({ type: 'correspondence', hours: 72 });
  expect(clockOf({ ...form, kind: 'none' })).toEqual({ type: 'none' });
});
