// The entry `powerboats/lite`: lakes, courses, races, matches, records and charts, without pilots.
export {
  BadRecord,
  errorOf,
  IllegalAction,
  PowerboatsError,
  type ErrorCode,
  type ErrorValues,
} from './error.js';
export { load, loadSync, type Seed, type Source } from './load.js';
export type { ChartOptions, Rim } from './chart.js';
export { Course, Lake } from './course.js';
export { Race, type Phase, type RaceOptions } from './race.js';
export { Match, replay, type MatchOptions } from './match.js';
export { RecordBook } from './record.js';
export * from './types.js';
