// What tests of the real page need to know and to do, as `window.cleave`. It reads the store and runs commands; it holds
// nothing back from people either.
import { run } from './commands';
import { placeOnScreen } from './graph/GraphArea';
import type { Selection } from './selection';
import { dispatch, good, last, stale, state, work } from './store';

export interface Probe {
  /** The last answer belongs to the text that is there. */
  idle(): boolean;
  state(): object;
  placeOf(selection: Selection): { x: number; y: number } | null;
  dispatch: typeof dispatch;
  run: typeof run;
}

export function offerProbe(): void {
  const probe: Probe = {
    idle: () => {
      const { text, options, notice } = state.peek();
      const now = last.peek();
      return work.peek() === null && (text.trim() === '' || notice?.tone === 'err' || (now?.text === text && now.options === options));
    },
    state: () => {
      const { text, selection, place, tab, options, generation } = state.peek();
      return {
        text, selection, place, tab, options, generation, stale: stale.peek(), working: work.peek() !== null,
        summary: good.peek()?.response.summary ?? null, resultOf: good.peek()?.text ?? null,
        diagnostics: last.peek()?.response.diagnostics.map((diagnostic) => diagnostic.code) ?? [],
      };
    },
    placeOf: placeOnScreen,
    dispatch, run,
  };
  Object.assign(window, { cleave: probe });
}
