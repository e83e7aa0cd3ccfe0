// The badge for games in which it is your turn.
import { afterEach, expect, test, vi } from 'vitest';
import { badge } from './badge';

afterEach(() => vi.restoreAllMocks());

test('a turn is shown on the icon, but only to somebody who looks elsewhere', () => {
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  const icon = (): string | null | undefined =>
    document.querySelector('link[rel=icon]')?.getAttribute('href');
  badge.set(1);
  expect(icon()).toBe('/icon.svg');
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(icon()).toBe('/icon-turn.svg');
  badge.set(0);
  expect(icon()).toBe('/icon.svg');
});
