// Who is there, and who is away.
import { beforeEach, expect, test } from 'vitest';
import { fold, fromSnapshot, type RoomState } from '$lib/net/fold';
import { story } from '../../test/regatta';
import { event, rewind, SNAPSHOT, type RoomEvent } from '../../test/room';
import { clocksDecide, lateText, noteOf, presenceOf, watchersText } from './presence';
import type { RegattaOccasionKind } from '$lib/types';
import { lasting, toldOnline } from './table/told';

beforeEach(rewind);
const live = (): RoomState => ({
  ...fromSnapshot({
    ...SNAPSHOT,
    regatta: {
      ...SNAPSHOT.regatta,
      stage: 'live',
      seats: [
        ...SNAPSHOT.regatta.seats,
        { color: 'white', name: 'Bo', player: 'bo', ready: true, away: false },
        { color: 'black', name: '', pilot: 'captain', ready: true, away: false },
      ],
    },
  }),
  present: ['red'],
});
const seat = (room: RoomState, color: string) => {
  const found = room.summary.seats.find((one) => one.color === color);
  if (!found) throw new Error(color);
  return found;
};
const after = (room: RoomState, ...whats: RoomEvent[]): RoomState =>
  whats.map((what) => event(what)).reduce(fold, room);

test('connected, not connected, left; computer players have no sign', () => {
  const room = live();
  expect(['red', 'white', 'black'].map((color) => presenceOf(room, seat(room, color)))).toEqual([
    'here',
    'gone',
    undefined,
  ]);
  const left = { ...seat(room, 'white'), left: true };
  expect(presenceOf({ ...room, present: ['white'] }, left)).toBe('left');
});

test('a note stays until the player is back', () => {
  let room = live();
  expect(noteOf(room, seat(room, 'red'))).toBeUndefined();
  expect(noteOf(room, seat(room, 'white'))).toBe('Not connected');
  room = after(room, { type: 'taken-over', color: 'white', why: 'timeouts' });
  expect(noteOf(room, seat(room, 'white'))).toBe('A computer player plays until Bo is back.');
  room = { ...after(room, { type: 'back', color: 'white' }), present: ['red', 'white'] };
  expect(noteOf(room, seat(room, 'white'))).toBeUndefined();
});

test('a time-out is told until the player decides in time, not only until the stand-in has moved', () => {
  const [rolled, moved] = story(40).filter(
    (happening) => (happening.type === 'rolled' || happening.type === 'moved') && happening.color === 'red',
  );
  if (!rolled || !moved) throw new Error('red does not move');
  const here = { ...live(), present: ['red', 'white'] as RoomState['present'] };
  let room = after(here, { type: 'timed-out', color: 'red' });
  expect(noteOf(room, seat(room, 'red'))).toBe('A computer player plays this turn.');
  expect(lateText(room)).toContain('Your time is up.');
  // The stand-in plays. Red has not decided yet.
  room = after(
    room,
    { type: 'game', happening: rolled, stand_in: true },
    { type: 'game', happening: moved, stand_in: true },
  );
  expect(noteOf(room, seat(room, 'red'))).toBe('Out of time: a computer player plays for Ada.');
  expect(lateText(room)).toContain('Your time was up');
  room = after(room, { type: 'back', color: 'red' }, { type: 'game', happening: rolled });
  expect([noteOf(room, seat(room, 'red')), lateText(room)]).toEqual([undefined, '']);
});

test('what happened to the clock and the players is told for good', () => {
  const room = live();
  const told = (what: RoomEvent): string => lasting(event(what), room);
  expect(told({ type: 'timed-out', color: 'white' })).toBe(
    'Bo ran out of time. A computer player plays this turn.',
  );
  expect(told({ type: 'voted', color: 'white', motion: { type: 'pause' }, yes: true, until: 9 })).toBe(
    'Bo wants to pause.',
  );
  expect(
    told({ type: 'voted', color: 'red', motion: { type: 'replace', color: 'white' }, yes: true, until: 9 }),
  ).toBe('Ada wants a computer player to play for Bo.');
  expect(told({ type: 'ended', why: 'abandoned' })).toContain('There is no result.');
  expect(told({ type: 'chat', player: 'bo', side: 'players', text: 'hi' })).toBe('');
  // To the player it concerns it is said in other words.
  expect(toldOnline(event({ type: 'timed-out', color: 'red' }), room)?.text).toContain('Your time is up.');
});

test('spectators are seen, by name if they have one', () => {
  const room = live();
  expect(watchersText({ ...room, spectators: 0, watching: [] })).toBe('');
  expect(watchersText({ ...room, spectators: 2, watching: [] })).toBe('2 people are watching');
  expect(watchersText({ ...room, spectators: 2, watching: ['Ann'] })).toBe('2 people are watching: Ann');
});

test('nobody is voted out of a regatta whose result counts', () => {
  const { summary } = live();
  const occasion = (kind: RegattaOccasionKind) => ({ ...summary, occasion: { kind, reference: '1' } });
  expect([summary, occasion('play-now')].map(clocksDecide)).toEqual([false, false]);
  const rated = { ...summary, settings: { ...summary.settings, rated: true } };
  expect([rated, occasion('season'), occasion('event')].map(clocksDecide)).toEqual([true, true, true]);
});
