// Tests the npm package as its users get it: the tarball is installed into an empty folder; there the examples run, the code of
// the documentation runs, and a TypeScript program compiles against the types.
// usage: node scripts/test-pack.mjs FOLDER
//   FOLDER  where the tarball is, such as ../target/npm
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (to) => fileURLToPath(new URL(to, import.meta.url));
const folder = resolve(process.argv[2] ?? path('../../target/npm'));
const work = mkdtempSync(join(tmpdir(), 'powerboats-npm-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

const run = (command, ...args) => {
  const { error, status, stdout, stderr } = spawnSync(command, args, { cwd: work, encoding: 'utf8' });
  assert.ok(!error && status === 0, `${command} ${args.join(' ')}:\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
};

const tarball = readdirSync(folder).find((name) => /^powerboats-.*\.tgz$/.test(name));
assert.ok(tarball, `${folder} has no tarball: run make npm-pack`);
writeFileSync(join(work, 'package.json'), '{ "private": true, "type": "module" }\n');
run('npm', 'install', '--offline', '--no-audit', '--no-fund', join(folder, tarball));

// The example for Node. Its seed decides everything.
const examples = join(work, 'node_modules/powerboats/examples');
cpSync(join(examples, 'race.mjs'), join(work, 'race.mjs'));
const printed = run('node', 'race.mjs', '1');
assert.match(printed, /^powerboats record 1\n/);
assert.match(printed, /^ranking: white, red, black$/m);
assert.match(printed, /^checked: true$/m);
assert.equal(run('node', 'race.mjs', '1'), printed);

// The code of the documentation. What it promises in comments is checked here.
const CHECKS = {
  '../../docs/javascript.md': `
import assert from 'node:assert/strict';
assert.deepEqual(race.result.points, { red: 6, white: 0 });
assert.equal(solution.par.toFixed(1), '13.6');
assert.equal(solution.value(solution.start).toFixed(1), '13.6');
assert.ok(svg.includes('class="buoy-1"'));
assert.throws(() => copy.push('L'), { name: 'IllegalAction', code: 'wrong-phase' });
assert.deepEqual(replay(text).points, match.points);
assert.throws(() => new Match(['red', 'red'], { seed: 1 }), { name: 'PowerboatsError', code: 'bad-value' });
`,
  '../packages/powerboats/README.md': '',
};
for (const [file, checks] of Object.entries(CHECKS)) {
  const blocks = [...readFileSync(path(file), 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(
    ([, code]) => code,
  );
  assert.ok(blocks.length > 0, `${file} has no examples`);
  writeFileSync(join(work, 'documented.js'), blocks.join('\n') + checks);
  run('node', 'documented.js');
}

// The lite entry has no pilots, and its errors come before it is loaded too.
writeFileSync(
  join(work, 'lite.js'),
  `import assert from 'node:assert/strict';
import * as lite from 'powerboats/lite';
assert.throws(() => new lite.Lake('6./6.'), { code: 'not-loaded' });
await lite.load();
assert.equal(lite.Pilots, undefined);
const match = new lite.Match(['red', 'white'], { seed: 5n, races: 1, names: { red: 'Ada' } });
for (let i = 0; i < 40 && !match.over; i += 1) match.push(match.legalActions()[0]);
assert.equal(lite.replay(match.record()).record(), match.record());
assert.throws(() => lite.replay('hello'), { name: 'BadRecord', code: 'record.first', values: { line: 1 } });
assert.throws(() => new lite.RecordBook(match.record()).verify(), { code: 'unfair.missing' });
assert.match(match.chart(), /wake-red/);
`,
);
run('node', 'lite.js');

// A program in TypeScript, with the strictest settings, and without skipping the package's own types.
cpSync(path('../packages/powerboats/test/consumer.ts'), join(work, 'consumer.ts'));
const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--noEmit'];
const modules = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom'];
run('node', path('../node_modules/typescript/bin/tsc'), ...strict, ...modules, 'consumer.ts');
console.log(`test-pack: ok: ${tarball}`);
