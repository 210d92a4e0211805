// What tests of the real page need to know and to do, as `window.cleave`. It reads the store and runs commands; it holds
// nothing back from people either.
import { run } from './commands';
import { paints } from './graph/canvas';
import { placeOnScreen, zoomTo } from './graph/GraphArea';
import type { Selection } from './selection';
import { dispatch, good, last, stale, state, work } from './store';

export interface Probe {
  /** The last answer belongs to the text that is there. */
  idle(): boolean;
  state(): object;
  /** How often the graph was painted with a drawing, and when first, in ms since the page began to load. */
  painted(): number;
  firstPaint(): number;
  /** Of the last answer: ms from the core's answer to the paint, and ms of the core. */
  timing(): { took: number; core: number };
  /** Shapes of the drawing. */
  drawn(): number;
  /** Zooms the graph; null: all of it in view. */
  zoomTo(zoom: number | null): void;
  placeOf(selection: Selection): { x: number; y: number } | null;
  dispatch: typeof dispatch;
  run: typeof run;
}

export function offerProbe(): void {
  const probe: Probe = {
    idle: () => {
      const { text, options } = state.peek();
      const now = last.peek();
      return work.peek() === null && (text.trim() === '' || (now?.text === text && now.options === options));
    },
    state: () => {
      const { text, selection, place, tab, options, generation } = state.peek();
      return {
        text, selection, place, tab, options, generation, stale: stale.peek(), working: work.peek() !== null,
        summary: good.peek()?.response.summary ?? null, resultOf: good.peek()?.text ?? null,
        diagnostics: last.peek()?.response.diagnostics.map((diagnostic) => diagnostic.code) ?? [],
      };
    },
    painted: () => paints.count,
    firstPaint: () => paints.first,
    timing: () => ({ took: paints.afterAnswer, core: last.peek()?.milliseconds ?? 0 }),
    drawn: () => good.peek()?.response.drawing?.shapes.length ?? 0,
    zoomTo,
    placeOf: placeOnScreen,
    dispatch, run,
  };
  Object.assign(window, { cleave: probe });
}
