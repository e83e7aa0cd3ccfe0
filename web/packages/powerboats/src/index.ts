// The entry `powerboats`: the rules and the pilots, hints, analysis, lessons, and tables with events.
export * from './lite.js';
export { Pilots, analyze, nextRival } from './pilots.js';
export { Solution, type LoneBoat } from './solution.js';
export { Game, commitment, seal, type FairDice } from './game.js';
export { analysisGraph } from './graph.js';
export { Lesson } from './lesson.js';
export { addDie, choiceOf, freshMarks, marksFor, mayChoose, speed, turnDie } from './dice.js';
export { boatSvg, looks, plane, scorings, sinksAt } from './page.js';
export { storyOf } from './story.js';
