// Lessons and rules in English. Their keys are the keys of all four.
import type { Message } from '../i18n.svelte';

export const en = {
  'learn.title': 'Learn to play',
  'learn.intro': 'Twelve short lessons. You are the red boat.',
  'learn.step': 'Lesson {number} of {n}',
  'learn.steps': 'Lessons',
  'learn.learnt': 'learnt',
  'learn.task': 'Your task',
  'learn.next': 'Next lesson',
  'learn.again': 'Try again',
  'learn.repeat': 'Once more',
  'learn.before': 'Back',
  'learn.skip': 'Skip',
  'learn.well': 'Well done!',
  'learn.oops': 'Not quite.',
  'learn.speed': 'Speed {n}',
  'learn.lake': 'A small lake.',
  'learn.flag': 'The flag is on {at}.',
  'learn.rest': 'You can stop at any time. Your place is remembered on this device.',
  'learn.over.title': 'You know the whole game!',
  'learn.over.text': 'Now race against the computer pilots. If you forget a rule, look it up.',
  'learn.over.race': 'To my first race',
  'learn.over.rules': 'The rules to look up',
  'learn.over.again': 'All lessons from the start',

  'learn.dice.title': 'Dice make you fast',
  'learn.dice.text':
    'A die shows 1, 2 or 3. What your dice show together is your speed: so many spaces you run, in a straight line.',
  'learn.dice.task': 'Add a die with +, roll it, and then turn so that you reach the flag.',
  'learn.dice.none': 'Without a die your boat stays where it is and can only turn. Add a die with +.',
  'learn.dice.rolled':
    'You rolled {total}. You may go straight on, or first turn one side of your space to the left or right. Which way is the flag?',
  'learn.dice.missed': 'That took you to {end}. The flag is to the left in front of you.',
  'learn.dice.done':
    'You turned, ran {total} spaces, and now face that way. Your die stays with you for the next turn.',

  'learn.full.title': 'You must run it all',
  'learn.full.text':
    'Each turn you may add one die or remove one, and re-roll as many of the others as you like. Then you must take a way on which your whole speed fits.',
  'learn.full.task': 'Hold the 3, re-roll the 2 and add a new die. Then steer.',
  'learn.full.add': 'You had to add a die: press +. More than one die you can’t add in a turn.',
  'learn.full.hold': 'Hold the 3 as it is, and press the 2 until it says re-roll.',
  'learn.full.rolled': '{dice} is {total}. Try all three ways: which one has room for {total}?',
  'learn.full.done':
    'Only there was room for {total} spaces, so you had to go there, even if you wanted to go elsewhere.',

  'learn.brake.title': 'Brake in time',
  'learn.brake.text':
    'You are fast, and there are only three spaces of water whichever way you turn. To brake, you may remove one die a turn.',
  'learn.brake.task': 'Choose your dice so that you don’t crash.',
  'learn.brake.crashed':
    'Crash! Your speed was {total}, but there was water for {run}. Remove one die: press it until it says remove.',
  'learn.brake.done': 'Speed {total} just fits. Look ahead and remove a die before it gets tight.',

  'learn.crash.title': 'When every way is blocked',
  'learn.crash.text':
    'Your speed is 5 and no way is long enough: you will crash. Then you must take the way with the most water. Islands, the shore and buoys all block.',
  'learn.crash.task': 'Find the longest way.',
  'learn.crash.done':
    'You ran {run} of {total}, so {damage} were left over: {damage} damage counters. All your dice are gone, and you begin again with one.',

  'learn.sink.title': 'Four counters and you sink',
  'learn.sink.text': 'Your boat has three damage counters. With the fourth it sinks and is out of this race.',
  'learn.sink.task': 'Choose dice and a way that bring you through without a scratch.',
  'learn.sink.sunk':
    'Speed {total}, but water for only {run}: the fourth counter, and your boat has sunk. Go slower.',
  'learn.sink.done': 'Safe! With three counters it pays to be careful.',

  'learn.pass.title': 'Boats don’t block',
  'learn.pass.text': 'Other boats lie ahead of you. You may run right through their spaces.',
  'learn.pass.task': 'Re-roll both dice and go straight on, past Orange and White to the flag.',
  'learn.pass.short': 'You ran {steps} and White is still ahead. Re-roll both dice.',
  'learn.pass.done': 'You passed both. Nobody is harmed by that.',

  'learn.behind.title': 'Stopping behind a boat',
  'learn.behind.text':
    'Two boats never share a space. If your run would end on a boat, you stop on the last free space before it.',
  'learn.behind.task': 'Keep 3 and 1: White lies exactly four spaces ahead. Go straight on.',
  'learn.behind.free': 'This time you did not end on White’s space. Keep both dice and go straight on.',
  'learn.behind.done':
    'You stopped after {steps} spaces, behind White. That is no crash: no damage, and you keep your dice.',

  'learn.start.title': 'The start',
  'learn.start.text':
    'You start on the line or just behind it, facing any way, without dice. The starting player places last. Cross the line the way the green arrow points.',
  'learn.start.task': 'Place your boat, roll one die, and cross the start.',
  'learn.start.placed': 'Now your first turn: add a die and roll it.',
  'learn.start.rolled': 'Steer over the line, the way the green arrow points.',
  'learn.start.nodice': 'Without a die you don’t move. Add one with +.',
  'learn.start.missed':
    'You have not crossed the start. Place your boat so that it faces the way the green arrow points.',
  'learn.start.done': 'You are off! Now to buoy 1.',

  'learn.round.title': 'Round the buoys',
  'learn.round.text':
    'Round buoys 1, 2 and 3 in order, the way their arrows point. Each buoy has a gate, the yellow row: reach it from the right side, near or far, and the buoy is rounded.',
  'learn.round.task': 'Round buoy 1 with the buoy on your right.',
  'learn.round.missed':
    'That way you pass below buoy 1 and not through its gate. So it is not rounded. Go through the yellow row.',
  'learn.round.done': 'You reached the gate: buoy 1 is rounded, and gate 2 is next.',

  'learn.back.title': 'Don’t turn back',
  'learn.back.text':
    'Go back through a gate and you undo it. And whoever goes through a gate the wrong way first must come back through it, and then through it again the right way.',
  'learn.back.task': 'You lie on the gate of buoy 1. Go on, without undoing it.',
  'learn.back.undone': 'You went back through gate 1, so now buoy 1 has to be rounded again.',
  'learn.back.done': 'Buoy 1 stays rounded. Buoy 2 is next, below you.',

  'learn.finish.title': 'The finish and points',
  'learn.finish.text':
    'You have rounded all buoys. It is enough to reach the finish line. But your run goes on: you can still crash behind it.',
  'learn.finish.task': 'Choose your dice so that you reach the line for certain.',
  'learn.finish.missed':
    'Speed {total} was too much: land lies behind the line, so you had to turn away. 3 and 1 are just right.',
  'learn.finish.home': 'You ran {steps} and have finished: second after Black!',
  'learn.finish.question':
    'The last of three gets nothing, the second 1, the first 2. Race B counts twice, race C three times. This was race B and you came second: how many points?',
  'learn.finish.wrong': '{number} is not right. The second gets 1, and race B counts twice.',
  'learn.finish.right':
    'Yes, {n}: 1 times 2. After race C the most points win. With two players, every turn you are faster counts as well.',

  'learn.repair.title': 'Repair',
  'learn.repair.text':
    'After a race your boat is mended. But for each race in which it was damaged, one counter stays.',
  'learn.repair.task': 'Red was damaged in race A, and again in race B. Now it has three counters.',
  'learn.repair.question': 'With how many counters does Red begin race C?',
  'learn.repair.wrong': '{number} is not right. One counter stays for race A and one for race B.',
  'learn.repair.right': 'Yes, {n}: one for race A and one for race B. Two more would sink it.',

  'rules.title': 'The rules',
  'rules.intro': 'All rules, with examples you can step through.',
  'rules.lessons': 'Rather learn by doing? To the lessons',
  'rules.contents': 'Contents',
  'rules.before': 'Back',
  'rules.next': 'Next',
  'rules.at': '{number} of {n}',
  'rules.begin': 'The position before.',
  'rules.now': 'Now {leg}.',

  'rules.aim.title': 'The aim',
  'rules.aim.text1':
    'Two to six boats race three times over the same lake: races A, B and C. Whoever has most points in the end wins.',
  'rules.aim.text2':
    'The lake is put together anew each time from six tiles. Each has an easier, dark blue side and a harder, light blue one.',
  'rules.course.title': 'The course',
  'rules.course.text1':
    'Four buoys stand on the four spots with the letter of the race. The start and finish line runs from buoy 0 over four spaces to the finish buoy.',
  'rules.course.text2':
    'Arrows show which way each buoy is rounded: always so that nobody has to go all the way round it. Buoys block their space.',
  'rules.start.title': 'The start',
  'rules.start.text1':
    'Before race A each player rolls a die: the highest starts. In the next race the left neighbour starts, and so on.',
  'rules.start.text2':
    'The boats are placed in reverse order: the starting player last. Every free space on the line or touching it from behind will do, facing any of the six sides. Nobody has dice yet.',
  'rules.dice.title': 'A turn: dice',
  'rules.dice.text1':
    'Your dice stay with you from turn to turn. Add one, or remove one of your choice, or neither. Then choose which of the others to re-roll. All are rolled together, once.',
  'rules.dice.text2':
    'The sum is your speed. There is no limit to the number of dice. Without dice you stay where you are and may turn; that is a turn too.',
  'rules.heading.title': 'A turn: steer and run',
  'rules.heading.text1':
    'Go straight on or turn 60° to the left or right. Then run your whole speed straight over water. The boat faces the way it ran.',
  'rules.heading.text2':
    'If the whole run fits some way, such a way must be taken. Only land and buoys block.',
  'rules.crash.title': 'Crash and damage',
  'rules.crash.text1':
    'If no way is long enough, you crash. You must take a way with the longest run of water; between equals you choose. You get a damage counter for every space that is left over, and lose all dice.',
  'rules.crash.text2': 'With four or more counters the boat sinks and is out of this race.',
  'rules.boats.title': 'Other boats',
  'rules.boats.text1': 'You may run through other boats.',
  'rules.boats.text2':
    'If you would end on one, you stop on the last free space before it. That is no crash: no damage, the dice stay. If you crash behind a boat, your damage is counted by the water, as if the boat were not there.',
  'rules.round.title': 'Rounding buoys',
  'rules.round.text1':
    'Each buoy has a gate: a row of spaces from the buoy outward to the edge of the lake, over islands too. Reach it from the right side and the buoy is rounded, near or far.',
  'rules.round.text2':
    'Go back through a gate, and it is undone. Go through your next gate the wrong way, and you must first come back through it before it can count.',
  'rules.finish.title': 'The finish',
  'rules.finish.text1':
    'After buoy 3, whoever reaches the line from the finish side has finished. The run goes on to its end: a crash behind the line still does damage, but the finish stands. Then the boat leaves the lake.',
  'rules.finish.text2':
    'A race ends when every boat has finished or sunk. When points go by places only, it also ends when all but one have finished.',
  'rules.points.title': 'Points',
  'rules.points.text1':
    'The last place gets nothing, each better place one more. Race B counts twice, race C three times. Sunk boats get nothing, unless they had finished before.',
  'rules.points.text2':
    'Most points after race C win. Between equals, the better place in the last race decides.',
  'rules.points.players': 'Players',
  'rules.points.place': 'Place',
  'rules.points.race': 'Race {letter}',
  'rules.turns.title': 'Points by turns',
  'rules.turns.text1':
    'With two players always, with more if you like: each finisher also gets one point for every turn it needed less than the last finisher, and 5 points for each boat that sank. These are not doubled or tripled.',
  'rules.turns.example':
    'Race {letter} with two players: Red needs {fast} turns, White {slow}. Red gets {first}, White {second}.',
  'rules.repair.title': 'Repair between races',
  'rules.repair.text1':
    'After a race everything is mended but one counter for each race in which the boat was damaged. So race B begins with none or one, race C with none, one or two.',
  'rules.repair.example':
    'Red was damaged in race A. Now, in race B, it has {damage} counters. It begins race C with {keeps}.',
} as const satisfies Record<string, Message>;
