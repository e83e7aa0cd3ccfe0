// English: signs and captions on the lake.
import type { Message } from '../i18n.svelte';

export const boardEn = {
  'board.later': 'Show where your next turn can take you',
  'settings.coordinates': 'Show letters and numbers around the lake',
  'legend.chance': 'Chance to end here',
  'legend.finish': 'Finish: {chance}',
  'legend.crash': 'Crash: {chance}',
  'legend.sink': 'Boat sinks: {chance}',
  'legend.later': 'Possible after your next turn',
  'ghost.crash': 'Crash',
  'ghost.sinks': 'Sinks',
  'caption.crash': { one: 'Crash! {n} damage', other: 'Crash! {n} damage' },
  'caption.sink': '{name} sinks!',
  'caption.round': '{name} rounds buoy {number}',
  'caption.home': '{name} rounds buoy {number} and heads for the finish',
  'caption.overtake': '{name} overtakes {other}',
  'caption.finish': '{name} finishes! Place {n}',
  'caption.exact': 'By a hair!',
  'caption.threes': 'Three threes!',
  'caption.photo': 'Photo finish!',
  'caption.last': 'You can finish in this turn!',
} as const satisfies Record<string, Message>;
