// The drawing of the share card: the chart of a race, a headline, and the places with faces.
import { PAINT } from '$lib/board/paint';
import { faceSvg, personSvg } from '$lib/rivals/faces';
import type { Placed } from './outcome';

const [WIDTH, HEIGHT] = [1200, 900];
/** The panel beside the lake. */
const PANEL = 360;
export const FONT = `font-family="'Avenir Next','Segoe UI',Roboto,'Noto Sans TC','PingFang TC','DejaVu Sans',sans-serif"`;

export const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

/** Breaks a text into lines of about this many characters. Chinese, which has no spaces, is broken anywhere. */
export function lines(text: string, long: number): string[] {
  const parts = /[\u4e00-\u9fff]/.test(text) ? (text.match(/.{1,9}/gu) ?? []) : text.split(' ');
  const joint = parts.length > 1 && /[\u4e00-\u9fff]/.test(text) ? '' : ' ';
  return parts.reduce<string[]>((all, part) => {
    const last = all.at(-1);
    if (last !== undefined && joint && `${last} ${part}`.length <= long)
      all[all.length - 1] = `${last} ${part}`;
    else all.push(part);
    return all;
  }, []);
}

/** The size at which the longest line fits beside the lake. A Chinese character is as wide as it is high. */
export function sizeOf(headline: readonly string[]): number {
  const widths = headline.map((line) =>
    [...line].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 1 : 0.62), 0),
  );
  return Math.min(42, Math.floor((PANEL - 48) / Math.max(...widths)));
}

function row({ color, name, pilot, place, note }: Placed, y: number): string {
  const face = pilot ? faceSvg(pilot) : personSvg(PAINT[color].hull);
  const short = name.length > 14 ? `${name.slice(0, 13)}…` : name;
  return (
    `<rect x="24" y="${y}" width="10" height="72" rx="5" fill="${PAINT[color].hull}" stroke="#16222c"/>` +
    `<text x="64" y="${y + 48}" font-size="38" font-weight="800" text-anchor="middle">${place ?? '–'}</text>` +
    `<svg x="92" y="${y}" width="72" height="72" viewBox="0 0 64 64">${face}</svg>` +
    `<text x="178" y="${y + 33}" font-size="25" font-weight="700">${escaped(short)}</text>` +
    `<text x="178" y="${y + 61}" font-size="20" fill="#4d5c68">${escaped(note)}</text>`
  );
}

export interface CardText {
  title: string;
  placed: readonly Placed[];
  app: string;
}

/** The card as SVG. `chart` is the chart of the race as SVG. */
export function cardSvg(chart: string, { title, placed, app }: CardText): string {
  const lake = chart
    .slice(chart.indexOf('<svg'))
    .replace(
      'width="100%" height="100%"',
      `x="${PANEL}" width="${WIDTH - PANEL}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice"`,
    );
  const headline = lines(title, 13);
  const size = sizeOf(headline);
  const head = headline
    .map(
      (text, i) =>
        `<text x="24" y="${84 + i * 50}" font-size="${size}" font-weight="800">${escaped(text)}</text>`,
    )
    .join('');
  const top = 84 + headline.length * 50;
  const rows = placed.map((one, i) => row(one, top + i * 96)).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="100%" height="100%" ${FONT} fill="#16222c">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fdfbf5"/>${lake}` +
    `<path d="M${PANEL} 0V${HEIGHT}" stroke="#7b5430" stroke-width="12"/>` +
    `${head}${rows}<text x="24" y="${HEIGHT - 28}" font-size="24" font-weight="700" fill="#0a5c8a">${escaped(app)}</text></svg>`
  );
}
