// The drawing of a poster: a title and a few lines, such as standings, as a picture to share.
import { escaped, FONT, lines } from './card';

const WIDTH = 1200;
/** Where the lines begin, and how far apart they are. */
const [TOP, STEP] = [236, 62];
/** More lines would be too small to read. */
export const MOST_LINES = 11;

export interface PosterLine {
  /** A place, at the left edge. */
  place?: string;
  text: string;
  /** A figure, at the right edge. */
  value?: string;
}

export interface Poster {
  title: string;
  below: string;
  lines: readonly PosterLine[];
  app: string;
  address: string;
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

function row({ place = '', text, value = '' }: PosterLine, index: number): string {
  const y = TOP + index * STEP;
  const band =
    index % 2 === 0 ? `<rect x="40" y="${y}" width="1120" height="${STEP}" rx="10" fill="#f2e9d8"/>` : '';
  return (
    `${band}<text x="110" y="${y + 43}" text-anchor="end" font-weight="800">${escaped(place)}</text>` +
    `<text x="${place ? 140 : 70}" y="${y + 43}">${escaped(cut(text, 40))}</text>` +
    `<text x="1130" y="${y + 43}" text-anchor="end" font-weight="800">${escaped(value)}</text>`
  );
}

/** The poster as SVG. */
export function posterSvg({ title, below, lines: rows, app, address }: Poster): string {
  const shown = rows.filter(({ text }) => text).slice(0, MOST_LINES);
  const height = Math.max(630, TOP + shown.length * STEP + 110);
  const [first = '', second = ''] = lines(title, 40);
  // Waves from right to left, below the title.
  const waves = 'q-50 26 -100 0'.repeat(WIDTH / 100);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="100%" height="100%" ${FONT} fill="#16222c" font-size="34">` +
    `<rect width="${WIDTH}" height="${height}" fill="#fdfbf5"/><path d="M0 0H${WIDTH}V186${waves}Z" fill="#0b5f86"/>` +
    `<g fill="#fff"><text x="60" y="${second ? 70 : 92}" font-size="56" font-weight="800">${escaped(second ? first : cut(title, 40))}</text>` +
    (second
      ? `<text x="60" y="122" font-size="44" font-weight="800">${escaped(cut(second, 44))}</text>`
      : '') +
    `<text x="60" y="${second ? 164 : 148}" font-size="30">${escaped(cut(below, 70))}</text></g>` +
    shown.map(row).join('') +
    `<text x="60" y="${height - 36}" font-size="28" font-weight="800" fill="#0a5c8a">${escaped(app)}</text>` +
    `<text x="1140" y="${height - 36}" font-size="26" text-anchor="end" fill="#4d5c68">${escaped(address)}</text></svg>`
  );
}
