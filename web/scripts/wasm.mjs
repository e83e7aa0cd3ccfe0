// Builds the compiled rules of the package `powerboats` (packages/powerboats/src/wasm) and shrinks them; then draws what pages
// show before the rules are loaded.
// With --quick they are compiled in half the time and not shrunk: the same to a player, but twice as large.
// With --lite it builds the rules without pilots instead (packages/powerboats/src/wasm-lite).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const path = (to) => fileURLToPath(new URL(to, import.meta.url));
const quick = process.argv.includes('--quick');
const lite = process.argv.includes('--lite');
const name = lite ? 'wasm-lite' : 'wasm';
const module = path(`../packages/powerboats/src/${name}/powerboats_bg.wasm`);
// A failing command has already printed the reason. A stack trace would only hide it.
const run = (command, ...args) => {
  const { error, status, signal } = spawnSync(command, args, { cwd: path('../..'), stdio: 'inherit' });
  if (error)
    console.error(`wasm: ${command} can't be run (${error.code}): make doctor tells what is missing`);
  if (signal) console.error(`wasm: ${command} was ended by ${signal}`);
  if (error || status !== 0) process.exit(status || 1);
};

// Features are listed one by one, so that nothing is used that our oldest supported browsers lack.
const features = [
  'simd',
  'bulk-memory',
  'sign-ext',
  'nontrapping-float-to-int',
  'mutable-globals',
  'reference-types',
  'multivalue',
];
// The solver has to be quick. Without it only the size matters.
const level = lite ? '-Oz' : '-O3';
const options = [level, '--strip-debug', '--strip-producers', ...features.map((it) => `--enable-${it}`)];

run('scripts/tools', 'build');
const profile = quick ? 'wasm-play' : 'wasm';
run('cargo', 'run', '--manifest-path', 'xtask/Cargo.toml', '--', profile, ...(lite ? ['lite'] : []));
const raw = readFileSync(module);

// Shrinking takes as long as compiling, so its result is cached.
const key = createHash('sha256').update(raw).update(options.join()).digest('hex').slice(0, 16);
const shelf = path(`../node_modules/.cache/powerboats/${name}`);
const kept = `${shelf}/${key}.wasm`;
if (quick) console.log('wasm: not shrunk');
else if (existsSync(kept)) copyFileSync(kept, module);
else {
  run(process.execPath, path('../node_modules/binaryen/bin/wasm-opt'), ...options, module, '-o', module);
  rmSync(shelf, { recursive: true, force: true });
  mkdirSync(shelf, { recursive: true });
  copyFileSync(module, kept);
}
const kib = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;
const shrunk = readFileSync(module);
console.log(
  `${name}: ${kib(raw.length)}, shrunk ${kib(shrunk.length)}, compressed ${kib(gzipSync(shrunk).length)}`,
);
if (!lite) await import('./still.mjs');
