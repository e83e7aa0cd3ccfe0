// "Your turn", for somebody who looks elsewhere: a dot on the page's icon in the tabs, a number on the app's.
// The page's title says it too; that is each page's own.

/** Chromium's and Safari's; others have none. */
type Badged = Navigator & {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
};

class Badge {
  private turns = 0;

  constructor() {
    if (typeof document === 'undefined') return;
    document.addEventListener('visibilitychange', () => this.show());
  }

  /** In so many regattas it is one's turn. */
  set(turns: number): void {
    this.turns = turns;
    this.show();
  }

  private show(): void {
    const count = document.hidden ? this.turns : 0;
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    const address = count > 0 ? '/icon-turn.svg' : '/icon.svg';
    if (icon && icon.getAttribute('href') !== address) icon.setAttribute('href', address);
    const app: Badged = navigator;
    // An app that is not installed may refuse.
    const told = count > 0 ? app.setAppBadge?.(count) : app.clearAppBadge?.();
    told?.catch(() => undefined);
  }
}

export const badge = new Badge();
