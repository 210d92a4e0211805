// What other panes lay over the graph: times or errors in the feet of cards, segments that failed.
import { signal } from '@preact/signals';

export interface Overlay {
  /** What it shows, as `time`. */
  name: string;
  /** Two words for each segment: left and right in its foot. */
  feet: ReadonlyMap<number, readonly [string, string]>;
}

export const overlay = signal<Overlay | null>(null);
export const failedSegments = signal<ReadonlySet<number>>(new Set());
