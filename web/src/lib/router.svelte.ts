// The router: which page is shown. Pages are listed in routes.ts.
import type { Component } from 'svelte';

export type Page = Component<{ params: Record<string, string> }>;
export interface Route {
  /** A path such as `/game/:id`. The part after a colon is passed to the page. */
  path: string;
  load: () => Promise<{ default: Page }>;
  /** The page needs the rules as soon as it is shown. */
  rules: boolean;
}

/** The params of a path, or nothing if the path does not match. */
export function match(path: string, pattern: string): Record<string, string> | undefined {
  const [parts, wanted] = [path, pattern].map((text) => text.split('/').filter(Boolean));
  if (!parts || !wanted || parts.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, want] of wanted.entries()) {
    const part = decodeURIComponent(parts[i] ?? '');
    if (want.startsWith(':')) params[want.slice(1)] = part;
    else if (want !== part) return undefined;
  }
  return params;
}

class Router {
  path = $state(typeof location === 'undefined' ? '/' : location.pathname);

  constructor() {
    if (typeof window === 'undefined') return;
    window.addEventListener('popstate', () => (this.path = location.pathname));
    // A link within the app needs no page load. The browser handles links with a modifier key or a target.
    document.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a');
      const plain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !plain || link.target || link.hasAttribute('download') || link.origin !== location.origin)
        return;
      if (link.getAttribute('href')?.startsWith('#') || link.pathname.startsWith('/api/')) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  go(to: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    this.path = location.pathname;
    window.scrollTo(0, 0);
  }
}

export const router = new Router();
