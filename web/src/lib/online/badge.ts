// "Your turn" for a player who is looking elsewhere: a dot on the tab's icon and a number on the app's icon.
// Each page also says it in its own title.

/** Only Chromium and Safari have this. */
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

  /** Shows in how many regattas it is the player's turn. */
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
    // The browser may refuse if the app is not installed.
    const told = count > 0 ? app.setAppBadge?.(count) : app.clearAppBadge?.();
    told?.catch(() => undefined);
  }
}

export const badge = new Badge();
