// The part of the service worker that shows messages of the server as banners. Workbox imports it into sw.js.

/** What a message says. A banner is always shown, even if a message can't be read. */
function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Only pages of this site are opened. */
const page = (url) => (typeof url === 'string' && /^\/(?!\/)/.test(url) ? url : '/lobby');

self.addEventListener('push', (event) => {
  const { title, body, tag, url, image } = read(event.data);
  const shown = self.registration.showNotification(title || 'Powerboats', {
    body: body || '',
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url: page(url) },
    // A later message about the same regatta replaces an earlier one, and is heard again.
    ...(tag ? { tag, renotify: true } : {}),
    ...(typeof image === 'string' && image.startsWith('/') ? { image } : {}),
  });
  event.waitUntil(shown);
});

/** Shows a page in a window that is open, or in a new one. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((client) => new URL(client.url).pathname === url);
  if (there) return there.focus();
  for (const client of windows) {
    try {
      const moved = await client.navigate(url);
      if (moved) return await moved.focus();
    } catch {
      // This window belongs to no service worker yet.
    }
  }
  return self.clients.openWindow(url);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(page(event.notification.data?.url)));
});

// The push service has changed the browser's address.
self.addEventListener('pushsubscriptionchange', (event) => {
  const renew = async () => {
    const options = event.oldSubscription?.options;
    const next =
      event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
    if (!next) return;
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/me/push', { method: 'POST', headers, body: JSON.stringify(next.toJSON()) });
  };
  event.waitUntil(renew());
});
