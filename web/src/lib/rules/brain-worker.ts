// The worker: solver, computer players, hints and analysis run here, so that the page is never blocked.
import { load } from 'powerboats';
import { Answers } from './answers';
import type { BrainQuestion } from './brain';

const loaded = load().then(() => new Answers());

self.onmessage = ({ data }: MessageEvent<{ number: number; question: BrainQuestion }>) => {
  const { number, question } = data;
  const failed = (error: unknown) => ({ number, message: String(error) });
  void loaded
    .then((answers) => answers.reply(number, question), failed)
    .then((reply) => self.postMessage(reply));
};
