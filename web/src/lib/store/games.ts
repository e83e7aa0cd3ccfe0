// Regattas stored on this device in IndexedDB, or in memory, with a warning, if the browser does not allow it.
import type { Seat } from '$lib/game/host';
import type { Ghost } from '$lib/ghosts/ghost';
import type { FairDice } from 'powerboats';
import type { Happening } from '$lib/types';

export interface SavedGame {
  id: string;
  seats: Seat[];
  /** Not set for a record from elsewhere. */
  dice?: FairDice;
  /** The seal of its secret, as it was shown at the start. */
  seal?: string;
  /** The text of a record from elsewhere. */
  record?: string;
  story: Happening[];
  /** Boats of other races that are raced against. */
  ghosts?: Ghost[];
  /** The day whose daily lake it is on. */
  day?: string;
  created: number;
  updated: number;
  over: boolean;
}

const memory = new Map<string, SavedGame>();
let opened: Promise<IDBDatabase | undefined> | undefined;

function open(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(undefined);
    let request: IDBOpenDBRequest;
    try {
      request = indexedDB.open('powerboats', 1);
    } catch {
      return resolve(undefined); // not allowed, as in some private windows
    }
    request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
    request.onblocked = () => resolve(undefined);
  });
  return opened;
}

async function within<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  if (!database) throw new StorageFault('none');
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('games', mode);
    const request = act(transaction.objectStore('games'));
    const fail = () => reject(new StorageFault(transaction.error?.name ?? request.error?.name ?? 'unknown'));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = fail;
    transaction.onerror = fail;
  });
}

/** The device stores nothing, or has no space left. */
export class StorageFault extends Error {
  constructor(readonly reason: string) {
    super(`storage: ${reason}`);
    this.name = 'StorageFault';
  }

  /** The browser stores nothing at all. */
  get none(): boolean {
    return this.reason === 'none';
  }
}

/** Why the last regatta was not stored, if so. */
export const storageFault = (): StorageFault | undefined => unkept;
let unkept: StorageFault | undefined;

export async function saveGame(game: SavedGame): Promise<void> {
  memory.set(game.id, game);
  // A plain copy, because the page's value may be a proxy, which can't be stored.
  const plain = JSON.parse(JSON.stringify(game)) as SavedGame;
  try {
    await within('readwrite', (store) => store.put(plain));
    unkept = undefined;
  } catch (error) {
    unkept = error instanceof StorageFault ? error : new StorageFault(String(error));
    throw unkept;
  }
}

export async function loadGame(id: string): Promise<SavedGame | undefined> {
  const kept = await within('readonly', (store) => store.get(id) as IDBRequest<SavedGame | undefined>).catch(
    () => undefined,
  );
  return kept ?? memory.get(id);
}

/** All regattas, the latest first. */
export async function listGames(): Promise<SavedGame[]> {
  const kept = await within('readonly', (store) => store.getAll() as IDBRequest<SavedGame[]>).catch(() => []);
  const all = new Map([...memory, ...kept.map((game) => [game.id, game] as const)]);
  return [...all.values()].sort((a, b) => b.updated - a.updated);
}

export async function deleteGame(id: string): Promise<void> {
  memory.delete(id);
  await within('readwrite', (store) => store.delete(id)).catch(() => undefined);
}
