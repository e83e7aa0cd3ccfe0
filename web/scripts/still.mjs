// Creates what pages show before the rules are loaded: the looks of boats, a lake in light and dark, and boats that race on it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as rules from '../packages/powerboats/src/wasm/powerboats.js';

/** How many happenings of the sample regatta are over in the picture: all boats are racing by then. */
const MOMENT = 60;
/** How many moves follow it on the first page. */
const MOVES = 36;

const path = (to) => fileURLToPath(new URL(to, import.meta.url));
const still = (name) => path(`../src/still/${name}`);

const module = path('../packages/powerboats/src/wasm/powerboats_bg.wasm');
rules.initSync({ module: readFileSync(module) });
mkdirSync(still(''), { recursive: true });
writeFileSync(still('looks.json'), rules.looks());

const record = rules.RecordBook.read(readFileSync(path('../../docs/evening.txt'), 'utf8'));
const { happenings } = JSON.parse(record.story());
const [lake, race] = happenings;
const game = rules.Game.follow(JSON.stringify(happenings.slice(0, MOMENT)));
const { centers, degrees, view } = JSON.parse(rules.plane());
const [left, top, width, height] = view;
/** A hex in per cent of the picture. */
const spot = (hex) => {
  const [x, y] = centers[hex];
  const part = (value, from, whole) => Math.round(((value - from) / whole) * 1e4) / 100;
  return { x: part(x, left, width), y: part(y, top, height) };
};
const boats = JSON.parse(game.view())
  .state.boats.filter(({ at }) => at)
  .map(({ color, at, heading }) => ({
    color,
    svg: rules.boat(color, 'E', 0),
    turn: degrees[heading],
    ...spot(at),
  }));
const moves = happenings
  .slice(MOMENT)
  .filter(({ type }) => type === 'moved')
  .slice(0, MOVES)
  .map(({ color, heading, end, path }) => ({
    color,
    turn: degrees[heading],
    long: path.length,
    ...spot(end),
  }));
writeFileSync(still('harbour.json'), JSON.stringify({ width, height, boats, moves }));

/** A colour, as it is written in a chart. */
const COLOR = /#[0-9a-f]{3,6}\b/g;
/**
 * One picture for day and night, half as large as two: colours that differ are variables, and what is only there at night is
 * hidden by day. `lake.svg` is the day, `lake.svg#night` the night.
 */
function dayAndNight() {
  const course = rules.Course.read(lake.layout, race.course);
  const [day, night] = ['light', 'dark'].map((water) =>
    course
      .chart(water, 'none')
      .replaceAll(/\b[ld](?=\d+-[a-z])/g, 'k')
      .replace(`class="chart water-${water}"`, 'id="night"')
      .split(/(?=<)/),
  );
  const colors = new Map();
  const named = (by, dark) => {
    const pair = `${by} ${dark}`;
    if (by !== dark && !colors.has(pair)) colors.set(pair, `--c${colors.size.toString(36)}`);
    return by === dark ? by : `var(${colors.get(pair)})`;
  };
  const shape = (part) => part?.replaceAll(COLOR, '#');
  let at = 0;
  const parts = night.map((part) => {
    if (shape(part) !== shape(day[at])) return part.replace('<path', '<path class="n"');
    const own = [...day[at].matchAll(COLOR)].map(([color]) => color);
    at += 1;
    return part.replaceAll(COLOR, (color) => named(own.shift(), color));
  });
  if (at !== day.length) throw new Error('the lake at night lacks something that it has by day');
  const palette = (which) => [...colors].map(([pair, name]) => `${name}:${pair.split(' ')[which]}`).join(';');
  const style = `svg{--n:none;${palette(0)}}svg:target{--n:inline;${palette(1)}}.n{display:var(--n)}`;
  return [parts[0], `<style>${style}</style>`, ...parts.slice(1)].join('');
}
writeFileSync(still('lake.svg'), dayAndNight());
