// Records.
import { ask, checked } from './load.js';
import type { Fairness } from './types.js';
import * as wasm from './wasm/powerboats.js';

/** A record that has been read and checked against the rules. Its text is read only once. */
export class RecordBook {
  /** @internal */
  readonly inner: wasm.RecordBook;

  constructor(text: string) {
    this.inner = checked(() => wasm.RecordBook.read(text));
  }

  /** Checks the dice against the revealed secret. Throws `BadRecord` if they cannot be shown to be fair. */
  verify(): Fairness {
    return ask(() => this.inner.verify());
  }

  /** A chart of the last race, with boats and wakes, as SVG. */
  chart(): string {
    return checked(() => this.inner.picture());
  }

  /** Gives memory back at once. Otherwise that happens some time after the last use. */
  free(): void {
    this.inner.free();
  }
}
