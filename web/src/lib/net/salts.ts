// The salts that this browser adds to the dice. The others see only their seals until everyone is ready.
import { load as loadRules, seal } from 'powerboats';
import { without } from './fold';

/** Salts by regatta, the latest last. Each regatta keeps a few, because the server may refuse a new seal and keep the old one. */
type Kept = Record<string, string[]>;

const KEY = 'powerboats.salts';
const REGATTAS = 100;
const SALTS = 4;
/** If the browser has no storage, the page keeps the salts in memory. */
let memory: Kept = {};

function kept(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...memory, ...(typeof found === 'object' ? (found as Kept) : {}) };
  } catch {
    return memory;
  }
}

function keep(all: Kept): void {
  memory = Object.fromEntries(Object.entries(all).slice(-REGATTAS));
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // Kept in memory until the page is closed. After that the player must get ready again with a new salt.
  }
}

const saltsOf = (regatta: string): string[] => {
  const salts = kept()[regatta];
  return Array.isArray(salts) ? salts : [];
};

/** 12 random bytes in hexadecimal. */
function draw(): string {
  const random = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A salt and its seal for a regatta that has no id yet. */
export async function freshSalt(): Promise<{ salt: string; seal: string }> {
  await loadRules();
  const salt = draw();
  return { salt, seal: seal(salt) };
}

export function keepSalt(regatta: string, salt: string): void {
  keep({ ...without(kept(), regatta), [regatta]: [...saltsOf(regatta), salt].slice(-SALTS) });
}

/** Creates and keeps a salt for a regatta, and returns its seal. */
export async function freshSeal(regatta: string): Promise<string> {
  const fresh = await freshSalt();
  keepSalt(regatta, fresh.salt);
  return fresh.seal;
}

/** The salt that belongs to a seal, if this browser has it. The rules must be loaded. */
export const saltFor = (regatta: string, sealed: string): string | undefined =>
  saltsOf(regatta).find((salt) => seal(salt) === sealed);

/** Forgets the salts of a regatta that has started: they are public now. */
export function forgetSalts(regatta: string): void {
  if (saltsOf(regatta).length === 0) return;
  memory = without(memory, regatta);
  keep(without(kept(), regatta));
}
