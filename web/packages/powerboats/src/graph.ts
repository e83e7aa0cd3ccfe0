// The graph of an analysis.
import { checked } from './load.js';
import type { BoatAnalysisView, RaceAnalysisView } from './types.js';
import * as wasm from './wasm/powerboats.js';

/** The graph of a race of an analysis, as SVG; `title` and `description` are for screen readers. */
export function analysisGraph(
  { race, boats }: RaceAnalysisView,
  tooltip: (boat: BoatAnalysisView) => string,
  title: string,
  description: string,
): string {
  const graph = checked(() => wasm.Graph.of_race(race));
  checked(() =>
    boats.forEach((boat) => {
      const { color, par, to_go, ending } = boat;
      graph.add(color, par, Float64Array.from(to_go), ending === 'sunk', tooltip(boat));
    }),
  );
  const svg = graph.svg(title, description);
  graph.free();
  return svg;
}
