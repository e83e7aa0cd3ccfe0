// The salts this browser adds to the dice. Others see only their seals until everybody is ready.
import { loadRules, seal } from '$lib/rules/rules';
import { without } from './fold';

/** By regatta, the latest last; of each a few, as a new seal may be refused and the old one stay. */
type Kept = Record<string, string[]>;

const KEY = 'powerboats.salts';
const REGATTAS = 100;
const SALTS = 4;
/** Where the browser keeps nothing, this page does. */
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
    // Kept until the page is left; whoever comes back gets ready anew with another salt.
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

/** A salt for a regatta that has no name yet. */
export async function freshSalt(): Promise<{ salt: string; seal: string }> {
  await loadRules();
  const salt = draw();
  return { salt, seal: seal(salt) };
}

export function keepSalt(regatta: string, salt: string): void {
  keep({ ...without(kept(), regatta), [regatta]: [...saltsOf(regatta), salt].slice(-SALTS) });
}

/** Draws a salt for a regatta, keeps it, and answers its seal. */
export async function freshSeal(regatta: string): Promise<string> {
  const fresh = await freshSalt();
  keepSalt(regatta, fresh.salt);
  return fresh.seal;
}

/** The salt behind a seal, if this browser has it. The rules are loaded. */
export const saltFor = (regatta: string, sealed: string): string | undefined =>
  saltsOf(regatta).find((salt) => seal(salt) === sealed);

/** The regatta has begun: everybody knows the salts now. */
export function forgetSalts(regatta: string): void {
  if (saltsOf(regatta).length === 0) return;
  memory = without(memory, regatta);
  keep(without(kept(), regatta));
}
