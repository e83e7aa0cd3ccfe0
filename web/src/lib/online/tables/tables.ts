// Several regattas on one screen: which ones, from the page's address.

/** More would be too small to follow. */
export const MOST_TABLES = 6;

/** The regattas in an address such as `/tables?r=one,two`: each once, not too many. */
export function tablesIn(search: string): string[] {
  const ids = (new URLSearchParams(search).get('r') ?? '')
    .split(',')
    .filter((id) => /^[\w-]{1,64}$/.test(id));
  return [...new Set(ids)].slice(0, MOST_TABLES);
}

export const tablesPath = (ids: readonly string[]): string =>
  ids.length > 0 ? `/tables?r=${ids.join()}` : '/tables';
