// The worker's answers: pilots, hints, charts, and everything about a record, whose text is read only once.
import { Pilots, RecordBook } from '$wasm/pkg/powerboats';
import type { BrainAnswer, BrainQuestion, News } from './brain';
import { Game, Refused, checked, courseChart } from './rules';

export class Answers {
  private readonly pilots = new Pilots();
  /** The regatta it follows; questions are about one at a time. */
  private followed: { id: string; length: number; game: Game } | undefined;
  /** The last record somebody asked about. */
  private record: { text: string; book: RecordBook } | undefined;

  /** The message to send back to the page. */
  reply(number: number, question: BrainQuestion): BrainAnswer {
    try {
      return { number, ok: this.answer(question) };
    } catch (error) {
      this.followed = undefined;
      const { code, values } = error instanceof Refused ? error : { code: 'internal', values: {} };
      return { number, code, values, message: error instanceof Error ? error.message : String(error) };
    }
  }

  private answer(question: BrainQuestion): string {
    switch (question.ask) {
      case 'study':
        this.pilots.study(this.follow(question).raw);
        return '';
      case 'pilot':
        return checked(() => this.pilots.ask(this.follow(question).raw, question.pilot));
      case 'hint':
        return checked(() => this.pilots.hint(this.follow(question).raw));
      case 'advice':
        return checked(() => this.pilots.advice(this.follow(question).raw));
      case 'chart':
        return courseChart(question.layout, question.course, question.water, question.rim);
      case 'best':
        return checked(() => this.pilots.bestPlay(question.sides, question.layout, question.course));
      case 'story':
        return checked(() => this.read(question.record).story());
      case 'verify':
        return checked(() => this.read(question.record).verify());
      case 'picture':
        return checked(() => this.read(question.record).picture());
      case 'analyze':
        return checked(() => this.pilots.analyze(this.read(question.record)));
    }
  }

  private read(text: string): RecordBook {
    if (this.record?.text !== text) {
      const book = RecordBook.read(text);
      this.record?.book.free();
      this.record = { text, book };
    }
    return this.record.book;
  }

  private follow({ id, from, news, dice }: News): Game {
    if (from === 0) {
      this.followed?.game.free();
      this.followed = { id, length: news.length, game: Game.follow(news) };
    } else if (this.followed?.id === id && this.followed.length === from) {
      if (news.length > 0) this.followed.game.tell(...news);
      this.followed.length += news.length;
    } else throw new Error('the worker has lost the thread');
    if (dice) this.followed.game.takeDice(dice);
    return this.followed.game;
  }
}
