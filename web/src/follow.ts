// After a selection was made somewhere else than in a pane, that pane shows it: the editor its line, the graph its node.
// Hovering never comes here.
import { signal } from '@preact/signals';
import { reveal } from './editor/reveal';
import { litBySelection } from './store';

/** Grows when the graph is to bring the selection into view. */
export const wantedInGraph = signal(0);

export function followSelection(options: { from?: 'editor' | 'graph' } = {}): void {
  const first = litBySelection.value.lines[0];
  if (options.from !== 'editor' && first) reveal(first[0]);
  if (options.from !== 'graph') wantedInGraph.value++;
}
