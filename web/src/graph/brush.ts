// What painting the graph takes: what stands out, the colours and fonts, and a box with round corners. It paints nothing
// by itself.
import type { Colours } from './colours';
import type { Box } from './viewport';

/** What stands out, by places in the scene and ids of the tables. */
export interface Marks {
  ops: ReadonlySet<number>;
  values: ReadonlySet<number>;
  hoveredOps: ReadonlySet<number>;
  hoveredValues: ReadonlySet<number>;
  segments: ReadonlySet<number>;
  cuts: ReadonlySet<number>;
  hoveredShape: number;
  /** The node that the keyboard is on; −1 without the focus. */
  active: number;
  isolated: boolean;
  /** Segments that a preview replaces, the cuts that go with them, and how many kernels come instead. */
  replaced: ReadonlySet<number>;
  goingCuts: ReadonlySet<number>;
  replacedBy: string;
  failed: ReadonlySet<number>;
  /** Ops of the step that is shown. */
  stepOps: ReadonlySet<number>;
  /** What stands in the foot of a card instead of bytes. */
  feet: ReadonlyMap<number, readonly [string, string]> | null;
}

export interface Brush {
  context: CanvasRenderingContext2D;
  colours: Colours;
  patterns: (segment: number) => CanvasPattern | string;
  hatch: CanvasPattern | string;
  /** Widths of texts, by font and text. */
  widths: Map<string, number>;
}

/** Of what is not selected, where the rest is dimmed. */
export const kDim = 0.35;

export function roundBox(context: CanvasRenderingContext2D, { x, y, width, height }: Box, radius: number): void {
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(radius, height / 2));
}
