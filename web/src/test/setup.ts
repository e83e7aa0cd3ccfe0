// Every test uses the real rules. Vitest runs in web/.
import { readFileSync } from 'node:fs';
import { loadSync } from 'powerboats';

loadSync(new Uint8Array(readFileSync('packages/powerboats/src/wasm/powerboats_bg.wasm')));
