// Creates what pages show before the rules are loaded: the looks of boats, and a race on a lake in light and dark.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as rules from '../src/wasm/pkg/powerboats.js';

/** How many happenings of the sample regatta the picture shows: all boats are racing by then. */
const MOMENT = 60;

const path = (to) => fileURLToPath(new URL(to, import.meta.url));
const pkg = (name) => path(`../src/wasm/pkg/${name}`);

rules.initSync({ module: readFileSync(pkg('powerboats_bg.wasm')) });
writeFileSync(pkg('looks.json'), rules.looks());

const record = rules.RecordBook.read(readFileSync(path('../../docs/evening.txt'), 'utf8'));
const { happenings } = JSON.parse(record.story());
const [lake, race] = happenings;
const game = rules.Game.follow(JSON.stringify(happenings.slice(0, MOMENT)));
const { centers } = JSON.parse(rules.plane());
const boats = JSON.parse(game.view())
  .state.boats.filter(({ at }) => at)
  .map(
    ({ color, at, heading, damage }) =>
      `<g transform="translate(${centers[at].join(' ')})">${rules.boat(color, heading, damage)}</g>`,
  );
for (const water of ['light', 'dark']) {
  const chart = rules.courseChart(lake.layout, race.course, water);
  writeFileSync(pkg(`lake-${water}.svg`), chart.replace(/<\/svg>\s*$/, `${boats.join('')}</svg>`));
}
