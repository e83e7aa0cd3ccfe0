// Every test uses the real rules. Vitest runs in web/.
import { readFileSync } from 'node:fs';
import { loadRulesFrom } from '$lib/rules/rules';

loadRulesFrom(new Uint8Array(readFileSync('src/wasm/pkg/powerboats_bg.wasm')));
