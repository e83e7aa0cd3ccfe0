// French typography: narrow no-break spaces before ; ! ? and no-break spaces before : and inside « ».
import type { Message } from './i18n.svelte';

const NARROW = '\u202f';
const WIDE = '\u00a0';

export const typeset = (text: string): string =>
  text
    .replace(/[ \u00a0\u202f]+(?=[;!?])/g, NARROW)
    .replace(/[ \u00a0\u202f]+(?=[:»])/g, WIDE)
    .replace(/«[ \u00a0\u202f]+/g, `«${WIDE}`);

const typesetMessage = (message: Message): Message =>
  typeof message === 'string'
    ? typeset(message)
    : (Object.fromEntries(Object.entries(message).map(([form, text]) => [form, typeset(text)])) as Message);

/** A French catalogue, in which translators type ordinary spaces, with the spaces that French wants. */
export const french = <K extends string>(catalogue: Record<K, Message>): Record<K, Message> =>
  Object.fromEntries(
    Object.entries<Message>(catalogue).map(([key, message]) => [key, typesetMessage(message)]),
  ) as Record<K, Message>;
