// Builds the npm package: `npm run pack` puts its files into packages/powerboats/dist, and a tarball into the folder given.
// `node scripts/pack.mjs --sizes` then prints what a user of each entry downloads, and fails if that is too much.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';

const path = (to) => fileURLToPath(new URL(to, import.meta.url));
const root = path('../packages/powerboats');
const run = (command, args, cwd) => {
  const { error, status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (error)
    console.error(`pack: ${command} can't be run (${error.code}): make doctor tells what is missing`);
  if (error || status !== 0) process.exit(status || 1);
};
const node = (...args) => run(process.execPath, args, path('..'));
const compile = (project) => node('node_modules/typescript/bin/tsc', '--project', project);

/** The modules that `lite.ts` needs, found by following its imports. The compiled rules are not among them. */
function modulesOfLite() {
  const found = new Set(['lite.ts']);
  for (const file of found) {
    const imports = readFileSync(`${root}/src/${file}`, 'utf8').matchAll(/from '\.\/([\w-]+)\.js'/g);
    for (const [, name] of imports) found.add(`${name}.ts`);
  }
  return found;
}

/** Both entries have the same modules, each with its own compiled rules beside them. */
function build() {
  node('scripts/wasm.mjs', '--lite');
  rmSync(`${root}/dist`, { recursive: true, force: true });
  compile(`${root}/tsconfig.json`);
  cpSync(`${root}/src/wasm`, `${root}/dist/wasm`, { recursive: true });

  rmSync(`${root}/lite`, { recursive: true, force: true });
  mkdirSync(`${root}/lite`);
  for (const file of modulesOfLite()) cpSync(`${root}/src/${file}`, `${root}/lite/${file}`);
  cpSync(`${root}/src/wasm-lite`, `${root}/lite/wasm`, { recursive: true });
  compile(`${root}/tsconfig.lite.json`);
  cpSync(`${root}/lite/wasm`, `${root}/dist/lite/wasm`, { recursive: true });
  rmSync(`${root}/lite`, { recursive: true });
  for (const folder of ['dist', 'dist/lite']) loaded(`${root}/${folder}`, /\.js$/).forEach(shorten);
  cpSync(path('../../LICENSE'), `${root}/LICENSE`);
}

/** Removes comments: nobody has to download them. Editors show those of the types. */
function shorten(file) {
  const target = ts.ScriptTarget.ES2022;
  const compilerOptions = { removeComments: true, target, module: ts.ModuleKind.ESNext };
  writeFileSync(file, ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions }).outputText);
}

/** The files in a folder and in its folder `wasm` whose names match. */
const loaded = (folder, names) =>
  ['', 'wasm/'].flatMap((part) =>
    readdirSync(`${folder}/${part}`)
      .filter((name) => names.test(name))
      .map((name) => `${folder}/${part}${name}`),
  );

/** The compressed size of the JavaScript and the compiled rules of an entry, in KiB. */
function size(folder) {
  const files = loaded(folder, /\.(js|wasm)$/);
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0) / 1024;
}

function say(name, folder, bar) {
  const kib = size(folder);
  console.log(`bench npm-${name}: ${kib.toFixed(0)} KiB (bar: ≤ ${bar} KiB) ${kib <= bar ? 'ok' : 'SHORT'}`);
  if (kib > bar) process.exitCode = 1;
}

const [to] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
build();
if (to) {
  mkdirSync(to, { recursive: true });
  run('npm', ['pack', '--loglevel', 'error', '--pack-destination', resolve(to)], root);
}
if (process.argv.includes('--sizes')) {
  say('full', `${root}/dist`, 360);
  say('lite', `${root}/dist/lite`, 150);
}
