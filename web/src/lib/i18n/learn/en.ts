// Lessons and rules in English. The other languages have the same keys. No sentence has more than 20 words.
import type { Message } from '../i18n.svelte';

export const en = {
  'learn.title': 'Learn to play',
  'learn.intro': 'Twelve short lessons. You are the red boat.',
  'learn.step': 'Lesson {number} of {n}',
  'learn.steps': 'Lessons',
  'learn.named': '{number}: {title}',
  'learn.named.learnt': '{number}: {title}, learnt',
  'learn.task': 'Your task:',
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
  'learn.rest': 'You can stop at any time. This device remembers where you are.',
  'learn.over.title': 'You know the whole game!',
  'learn.over.text': 'Now race against the computer players. If you forget a rule, you can look it up.',
  'learn.over.race': 'Go to my first race',
  'learn.over.rules': 'Look up the rules',
  'learn.over.again': 'Start the lessons again',

  'learn.dice.title': 'Dice make you fast',
  'learn.dice.text':
    'A die shows 1, 2 or 3. Add up your dice: the total is your speed. You move that many spaces in a straight line.',
  'learn.dice.task': 'Add a die with + and roll it. Then choose a direction that takes you to the flag.',
  'learn.dice.none': 'Without dice your boat can only turn. Add a die with +.',
  'learn.dice.rolled':
    'You rolled {total}. You can go straight ahead, or first turn one side to the left or right. Where is the flag?',
  'learn.dice.missed': 'You are on {end} now. The flag is ahead of you, to the left.',
  'learn.dice.done': {
    by: 'total',
    one: 'You turned and moved {total} space. Your boat now faces that way. You keep your die for the next turn.',
    other:
      'You turned and moved {total} spaces. Your boat now faces that way. You keep your die for the next turn.',
  },

  'learn.full.title': 'Move your full speed',
  'learn.full.text':
    'Each turn you may add one die or remove one. You may also re-roll any of your dice. Then choose a direction with enough water for your full speed.',
  'learn.full.task': 'Keep the 3, re-roll the 2 and add a new die. Then choose a direction.',
  'learn.full.add': 'Add a die this time: press +. You can add only one die a turn.',
  'learn.full.hold': 'Keep the 3. Press the 2 until it says “re-roll”.',
  'learn.full.rolled':
    '{dice} makes {total}. Try all three directions. Which one has enough water for {total}?',
  'learn.full.done': {
    by: 'total',
    one: 'Only this direction had {total} space of water. So you had to go there, even if you did not want to.',
    other:
      'Only this direction had {total} spaces of water. So you had to go there, even if you did not want to.',
  },

  'learn.brake.title': 'Brake in time',
  'learn.brake.text':
    'You are fast, but there are only three spaces of water in each direction. To brake, you may remove one die a turn.',
  'learn.brake.task': 'Choose your dice so that you don’t crash.',
  'learn.brake.crashed': {
    by: 'run',
    one: 'Crash! Your speed was {total}, but there was only {run} space of water. Remove one die: press it until it says “remove”.',
    other:
      'Crash! Your speed was {total}, but there were only {run} spaces of water. Remove one die: press it until it says “remove”.',
  },
  'learn.brake.done': 'Speed {total} just fits. Look ahead, and remove a die before it gets narrow.',

  'learn.crash.title': 'When every direction is blocked',
  'learn.crash.text':
    'Your speed is 5, and no direction has enough water. So you will crash. You must choose the direction with the most water. Islands, the shore and buoys all block you.',
  'learn.crash.task': 'Find the direction with the most water.',
  'learn.crash.done': {
    by: 'damage',
    one: 'Your speed was {total}, but there was only water for {run}. The rest is damage: {damage} damage counter. You also lose all your dice. Next turn you start again with one die.',
    other:
      'Your speed was {total}, but there was only water for {run}. The rest is damage: {damage} damage counters. You also lose all your dice. Next turn you start again with one die.',
  },

  'learn.sink.title': 'Four damage counters sink you',
  'learn.sink.text':
    'Your boat has three damage counters. If it gets a fourth, it sinks. Then it is out of this race.',
  'learn.sink.task': 'Choose your dice and a direction so that you don’t crash.',
  'learn.sink.sunk':
    'Your speed was {total}, but there was only water for {run}. With the fourth damage counter your boat sank. Go slower.',
  'learn.sink.done': 'Safe! With three damage counters you must be careful.',

  'learn.pass.title': 'Boats don’t block you',
  'learn.pass.text': 'There are other boats ahead of you. You may move through their spaces.',
  'learn.pass.task': 'Re-roll both dice. Then go straight ahead, past Orange and White, to the flag.',
  'learn.pass.short': {
    by: 'steps',
    one: 'You moved {steps} space, and White is still ahead. Re-roll both dice.',
    other: 'You moved {steps} spaces, and White is still ahead. Re-roll both dice.',
  },
  'learn.pass.done': 'You passed both boats. Nobody gets damage from that.',

  'learn.behind.title': 'Stop behind a boat',
  'learn.behind.text':
    'Two boats can’t share a space. If your move would end on another boat, stop on the last free space before it.',
  'learn.behind.task': 'Keep the 3 and the 1. White is exactly four spaces ahead. Go straight ahead.',
  'learn.behind.free':
    'This time your move did not end on White’s space. Keep both dice and go straight ahead.',
  'learn.behind.done': {
    by: 'steps',
    one: 'You stopped after {steps} space, behind White. That is not a crash. You get no damage and keep your dice.',
    other:
      'You stopped after {steps} spaces, behind White. That is not a crash. You get no damage and keep your dice.',
  },

  'learn.start.title': 'The start',
  'learn.start.text':
    'Place your boat on the line or just behind it, facing any direction. You have no dice yet. The player who goes first places last. Cross the line in the direction of the green arrow.',
  'learn.start.task': 'Place your boat, roll one die and cross the start line.',
  'learn.start.placed': 'Now it is your first turn. Add a die and roll it.',
  'learn.start.rolled': 'Cross the line in the direction of the green arrow.',
  'learn.start.nodice': 'Without dice you don’t move. Add a die with +.',
  'learn.start.missed':
    'You have not crossed the start line. Place your boat so that it faces in the direction of the green arrow.',
  'learn.start.done': 'You are off! Next is buoy 1.',

  'learn.round.title': 'Go round the buoys',
  'learn.round.text':
    'Go round buoys 1, 2 and 3 in order, as their arrows show. In this app each buoy has a gate: the yellow row. Enter the gate from the correct side, near the buoy or far away. Then the buoy is rounded.',
  'learn.round.task': 'Go round buoy 1. Keep it on your right.',
  'learn.round.missed':
    'You passed below buoy 1 and missed its gate. So the buoy is not rounded. Go through the yellow row.',
  'learn.round.done': 'You entered the gate, so buoy 1 is rounded. Next is gate 2.',

  'learn.back.title': 'Don’t turn back',
  'learn.back.text':
    'If you go back through a gate, its buoy is no longer rounded. If you go through your next gate the wrong way, first go back through it. Then go through it the correct way.',
  'learn.back.task': 'You are on the gate of buoy 1. Move on, but don’t go back through the gate.',
  'learn.back.undone': 'You went back through gate 1. Now buoy 1 must be rounded again.',
  'learn.back.done': 'Buoy 1 stays rounded. Next is buoy 2, below you.',

  'learn.finish.title': 'The finish and points',
  'learn.finish.text':
    'You have rounded all the buoys. When you reach the finish line, you have finished. But you must still complete your move, and you can crash beyond the line.',
  'learn.finish.task': 'Choose your dice so that you are sure to reach the line.',
  'learn.finish.missed':
    'Speed {total} was too much. There is land beyond the line, so you had to turn away. The 3 and the 1 are just right.',
  'learn.finish.home': {
    by: 'steps',
    one: 'You moved {steps} space and finished: second after Black!',
    other: 'You moved {steps} spaces and finished: second after Black!',
  },
  'learn.finish.question':
    'With three players, the first gets 2, the second gets 1 and the last gets nothing. Race B counts double and race C triple. You came second in race B. How many points do you get?',
  'learn.finish.wrong': '{number} is not right. The second gets 1, and race B counts double.',
  'learn.finish.right':
    'Yes, {n}: 1 times 2. The player with the most points after race C wins. With two players you also get points for being faster.',

  'learn.repair.title': 'Repair',
  'learn.repair.text':
    'After each race your boat is repaired. But it keeps one damage counter for each race in which it was damaged.',
  'learn.repair.task': 'Red was damaged in race A, and again in race B. Now it has three damage counters.',
  'learn.repair.question': 'How many damage counters does Red have at the start of race C?',
  'learn.repair.wrong': '{number} is not right. One counter stays for race A and one for race B.',
  'learn.repair.right': 'Yes, {n}: one for race A and one for race B. Two more would sink the boat.',

  'rules.title': 'The rules',
  'rules.intro': 'All the rules, with examples that you can play step by step.',
  'rules.lessons': 'Do you want to learn by playing? Go to the lessons',
  'rules.contents': 'Contents',
  'rules.before': 'Back',
  'rules.next': 'Next',
  'rules.at': '{number} of {n}',
  'rules.begin': 'The position before the move.',
  'rules.now': 'Next goal: {leg}.',

  'rules.aim.title': 'The aim',
  'rules.aim.text1':
    'Two to six boats race three times on the same lake: races A, B and C. Whoever has the most points at the end wins.',
  'rules.aim.text2':
    'Each regatta has a new lake, made of six tiles. Each tile has a dark blue side, which is easier, and a light blue side, which is harder.',
  'rules.course.title': 'The course',
  'rules.course.text1':
    'Buoys 0, 1, 2 and 3 stand on the four spots with the letter of the race. The start and finish line goes from buoy 0 over four spaces to the finish buoy.',
  'rules.course.text2':
    'Arrows show which way to go round each buoy. You never have to go all the way round a buoy. Buoys block their space.',
  'rules.start.title': 'The start',
  'rules.start.text1':
    'Before race A each player rolls a die. The highest roll goes first. If several players share the highest roll, they roll again. In each later race, the next player clockwise goes first. Turns always go clockwise.',
  'rules.start.text2':
    'Before each race the boats are placed anticlockwise. The player to the right of the one who goes first places first. So the player who goes first places last.',
  'rules.start.text3':
    'Choose a free space on the line, or one that touches it from behind. If those are too few, you may also use the spaces behind them. Your boat may face any of the six sides of its space. Nobody has dice yet.',
  'rules.start.text4':
    'Your first goal is to cross the line in the direction of the green arrow. After that you race to buoy 1.',
  'rules.dice.title': 'A turn: dice',
  'rules.dice.text1':
    'You keep your dice from turn to turn. You may add one die, or remove any one, or do neither. Then choose which of your dice to re-roll. Roll these and the new die together, once.',
  'rules.dice.text2':
    'The total of your dice is your speed. You can have as many dice as you like. Without dice your boat stays where it is, and you may turn it. That is a turn too.',
  'rules.heading.title': 'A turn: direction and move',
  'rules.heading.text1':
    'Go straight ahead, or turn 60° to the left or right. Then move your full speed in a straight line over water. Your boat then faces the way it moved.',
  'rules.heading.text2':
    'If your full speed fits in at least one direction, you must choose one of those. Only land and buoys block you.',
  'rules.crash.title': 'Crash and damage',
  'rules.crash.text1':
    'If no direction has enough water, you crash. You must choose the direction with the most water. If several are equally long, choose one of them. For each space you could not move, you get a damage counter. You also lose all your dice.',
  'rules.crash.text2': 'With four or more damage counters your boat sinks. Then it is out of this race.',
  'rules.boats.title': 'Other boats',
  'rules.boats.text1': 'You may move through the spaces of other boats.',
  'rules.boats.text2':
    'If your move would end on another boat, stop on the last free space before it. That is not a crash. You get no damage and keep your dice. If you crash and a boat is in the way, your damage is the same as without that boat.',
  'rules.round.title': 'Rounding buoys',
  'rules.round.text1':
    'You must round buoys 1, 2 and 3 in order. The rulebook has no gates: they are this app’s way to judge a rounding. A gate is a row of spaces from the buoy to the edge of the lake. It goes over islands too.',
  'rules.round.text2':
    'Enter the gate from the correct side, and the buoy is rounded. It does not matter how far from the buoy you pass.',
  'rules.round.text3':
    'If you go back through a gate, its buoy is no longer rounded. If you go through your next gate the wrong way, first go back through it. Only then can you round the buoy.',
  'rules.finish.title': 'The finish',
  'rules.finish.text1':
    'After buoy 3, you have finished when you reach the line from the finish side. You still complete your move. A crash beyond the line gives you damage, but you have finished. Then your boat leaves the lake.',
  'rules.finish.text2':
    'A race ends when every boat has finished or sunk. If only places count, it also ends when all boats but one have finished.',
  'rules.points.title': 'Points',
  'rules.points.text1':
    'In race A the winner gets one point fewer than there are players. Each next place gets one point fewer. Sunk boats do not change that. Points count double in race B and triple in race C.',
  'rules.points.text2':
    'Boats that sink get no points, unless they finished first. The player with the most points after race C wins. If players have equal points, the better place in the last race decides.',
  'rules.points.players': 'Players',
  'rules.points.place': 'Place',
  'rules.points.race': 'Race {letter}',
  'rules.turns.title': 'Points for turns',
  'rules.turns.text1': 'With two players this rule always counts. With more players you can choose it.',
  'rules.turns.text2':
    'Compare each boat that finishes with the last boat to finish. It gets one more point for each turn it needed less. It also gets 5 points for each boat that sank. These extra points are not doubled or tripled.',
  'rules.turns.example':
    'An example: race {letter} with two players. Turns needed: Red {fast}, White {slow}. Points: Red {first}, White {second}.',
  'rules.repair.title': 'Repair between races',
  'rules.repair.text1':
    'After a race your boat is repaired. It keeps one damage counter for each race so far in which it was damaged. So it begins race B with none or one. It begins race C with none, one or two.',
  'rules.repair.example': {
    by: 'damage',
    one: 'Red was damaged in race A. Now, in race B, it has {damage} damage counter. It begins race C with {keeps}.',
    other:
      'Red was damaged in race A. Now, in race B, it has {damage} damage counters. It begins race C with {keeps}.',
  },
} as const satisfies Record<string, Message>;
