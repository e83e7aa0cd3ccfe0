// A match between pilots in Node: `node race.mjs [SEED]` prints its result, its record and how lucky each player was.
import { analyze, load, Match, Pilots, replay } from 'powerboats';

const PILOTS = { red: 'captain', white: 'skipper', black: 'rookie' };

await load();
const pilots = new Pilots();
const match = new Match(['red', 'white', 'black'], { seed: Number(process.argv[2] ?? 1), names: PILOTS });
while (!match.over) match.push(pilots.decide(match, PILOTS[match.turn]));

const record = match.record();
console.log(record);
console.log('ranking:', match.ranking.map((rank) => rank.join(' and ')).join(', '));
for (const { color, luck } of analyze(record).players)
  console.log(`${color}: ${match.points[color]} points, luck ${luck.toFixed(1)} turns`);

// Whoever gets the record can check every line.
console.log('checked:', replay(record).record() === record);
