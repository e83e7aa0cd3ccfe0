// Answers of the rules that the page asks for again and again. Everything else comes straight from the package `powerboats`.
import { boatSvg as draw, Course, plane, type Rim } from 'powerboats';
import type { Color, Heading, Plane, Water } from '$lib/types';

let known: Plane | undefined;
export function thePlane(): Plane {
  known ??= plane();
  return known;
}

const boats = new Map<string, string>();
/** A boat as SVG, centred on the origin. */
export function boatSvg(color: Color, heading: Heading, damage: number): string {
  const key = `${color}${heading}${damage}`;
  const drawn = boats.get(key) ?? draw(color, heading, damage);
  boats.set(key, drawn);
  return drawn;
}

/** The chart of a race without its boats. This is slow, so ask the worker (board/chart.ts). */
export function courseChart(layout: string, buoys: string, water: Water, rim: Rim): string {
  const course = new Course(layout, buoys);
  const svg = course.chart({ water, rim });
  course.free();
  return svg;
}
