// Builds the browser's copy of the rules (src/wasm/pkg) and shrinks it.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../..', import.meta.url));
const module = fileURLToPath(new URL('../src/wasm/pkg/powerboats_bg.wasm', import.meta.url));
const wasmOpt = fileURLToPath(new URL('../node_modules/binaryen/bin/wasm-opt', import.meta.url));
const run = (command, ...args) => execFileSync(command, args, { cwd: root, stdio: 'inherit' });

run('cargo', 'run', '--quiet', '--release', '--manifest-path', 'xtask/Cargo.toml');
const before = statSync(module).size;
// Named one by one, so that nothing newer than the browsers we promise slips in.
const features = [
  'simd',
  'bulk-memory',
  'sign-ext',
  'nontrapping-float-to-int',
  'mutable-globals',
  'reference-types',
  'multivalue',
];
run(
  process.execPath,
  wasmOpt,
  '-O3',
  '--strip-debug',
  '--strip-producers',
  ...features.map((name) => `--enable-${name}`),
  module,
  '-o',
  module,
);
const kib = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;
const shrunk = readFileSync(module);
console.log(`wasm: ${kib(before)}, shrunk ${kib(shrunk.length)}, compressed ${kib(gzipSync(shrunk).length)}`);
