// The worker's answers: pilots, hints, charts, and everything about a record, whose text is read only once.
import { Game, Pilots, PowerboatsError, RecordBook, storyOf } from 'powerboats';
import type { BrainAnswer, BrainQuestion, News } from './brain';
import { courseChart } from './rules';

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
      const message = error instanceof Error ? error.message : String(error);
      if (!(error instanceof PowerboatsError)) return { number, message };
      return { number, message, code: error.code, values: error.values };
    }
  }

  private answer(question: BrainQuestion): unknown {
    switch (question.ask) {
      case 'study':
        return this.pilots.study(this.follow(question));
      case 'pilot':
        return this.pilots.decide(this.follow(question), question.pilot);
      case 'hint':
        return this.pilots.hint(this.follow(question));
      case 'advice':
        return this.pilots.advice(this.follow(question));
      case 'chart':
        return courseChart(question.layout, question.course, question.water, question.rim);
      case 'best':
        return this.pilots.bestPlay(question.sides, question.layout, question.course);
      case 'story':
        return storyOf(this.read(question.record));
      case 'verify':
        return this.read(question.record).verify();
      case 'picture':
        return this.read(question.record).chart();
      case 'analyze':
        return this.pilots.analyze(this.read(question.record));
    }
  }

  private read(text: string): RecordBook {
    if (this.record?.text !== text) {
      const book = new RecordBook(text);
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
