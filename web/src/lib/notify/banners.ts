// Banners in this browser: its subscription to messages from the server.
import { ask } from '$lib/net/http';

/** Whether this browser can show banners, and whether it does. */
export type BannerState = 'missing' | 'blocked' | 'off' | 'on';

/** Whether the player wants banners in this browser. The server is asked only then. */
const KEY = 'powerboats.banners';
const wanted = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
};
const want = (yes: boolean): void => {
  try {
    if (yes) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Without localStorage the subscription is not renewed.
  }
};

const able = (): boolean =>
  typeof Notification !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window;

/** The bytes of a key in base64. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

class Banners {
  private async worker(): Promise<ServiceWorkerRegistration | undefined> {
    return able() ? navigator.serviceWorker.getRegistration() : undefined;
  }

  async state(): Promise<BannerState> {
    const worker = await this.worker();
    if (!worker) return 'missing';
    if (Notification.permission === 'denied') return 'blocked';
    const subscription = await worker.pushManager.getSubscription();
    return subscription && wanted() ? 'on' : 'off';
  }

  /** Subscribes this browser with the server's key. Returns whether it worked. */
  async switchOn(key: string): Promise<boolean> {
    const worker = await this.worker();
    if (!worker || (await Notification.requestPermission()) !== 'granted') return false;
    try {
      const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
      const subscription = await worker.pushManager.subscribe(options);
      const answer = await ask<undefined>('POST', '/api/me/push', subscription.toJSON());
      want(answer.ok);
      return answer.ok;
    } catch {
      return false;
    }
  }

  async switchOff(): Promise<void> {
    want(false);
    const subscription = await (await this.worker())?.pushManager.getSubscription();
    if (!subscription) return;
    await ask<undefined>('DELETE', `/api/me/push?endpoint=${encodeURIComponent(subscription.endpoint)}`);
    await subscription.unsubscribe().catch(() => false);
  }

  /** Tells the server again of a browser whose player wants banners: the session may be a new one. */
  async renew(): Promise<void> {
    if (!wanted()) return;
    const subscription = await (await this.worker())?.pushManager.getSubscription();
    if (subscription) await ask<undefined>('POST', '/api/me/push', subscription.toJSON());
  }
}

export const banners = new Banners();
