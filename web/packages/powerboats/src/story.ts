// The events of a record.
import { ask } from './load.js';
import type { RecordBook } from './record.js';
import type { RecordStory } from './types.js';

/** The events of a record, the players' names and the tags. */
export const storyOf = (record: RecordBook): RecordStory => ask(() => record.inner.story());
