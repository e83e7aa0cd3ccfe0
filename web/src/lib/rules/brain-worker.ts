// The worker: solver, computer players, hints and analysis run here, so that the page is never blocked.
import { Pilots } from '$wasm/pkg/powerboats';
import { Game, Refused, checked, courseChart, loadRules } from './rules';
import type { BrainAnswer, BrainQuestion, News } from './brain';

const loaded = loadRules().then(() => new Pilots());

/** The regatta that this worker follows. */
let followed: { id: string; length: number; game: Game } | undefined;

function follow({ id, from, news, dice }: News): Game {
  if (from === 0) {
    followed?.game.free();
    followed = { id, length: news.length, game: Game.follow(news) };
  } else if (followed?.id === id && followed.length === from) {
    if (news.length > 0) followed.game.tell(...news);
    followed.length += news.length;
  } else throw new Error('the worker has lost the thread');
  if (dice) followed.game.takeDice(dice);
  return followed.game;
}

function answer(pilots: Pilots, question: BrainQuestion): string {
  switch (question.ask) {
    case 'study':
      pilots.study(follow(question).raw);
      return '';
    case 'pilot':
      return checked(() => pilots.ask(follow(question).raw, question.pilot));
    case 'hint':
      return checked(() => pilots.hint(follow(question).raw));
    case 'analyze':
      return checked(() => pilots.analyze(question.record));
    case 'chart':
      return courseChart(question.layout, question.course, question.water);
  }
}

self.onmessage = async ({ data }: MessageEvent<{ number: number; question: BrainQuestion }>) => {
  const { number, question } = data;
  let reply: BrainAnswer;
  try {
    reply = { number, ok: answer(await loaded, question) };
  } catch (error) {
    followed = undefined;
    const { code, values } = error instanceof Refused ? error : { code: 'internal', values: {} };
    reply = { number, code, values, message: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(reply);
};
