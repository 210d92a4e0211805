// The first example as the core answers it, as far as tests of the page need it: a sum and its broadcast in A, an add in B.
import type { CutView, DrawingView, DrawnShapeView, OpView, Response, SegmentView, ValueView } from '../src/api_types';
import { tablesOf } from '../src/tables';

const op = (id: number, name: string, makes: number[], reads: number[], segments: number[], line: number, end_line?: number): OpView =>
  ({ id, name, attributes: '', makes, reads, segments, group: id, line, end_line, opaque: false });

const value = (id: number, maker: number | null, readers: number[], segments: [number, number][], line: number): ValueView => ({
  id, original: id, label: `T${id}`, kind: 'tensor', dtype: 'Float', shape: [2, 32], contiguity: 'tt', bytes: 256, line, maker, readers,
  is_input: maker === null, is_output: id === 4, segments: segments.map(([segment, index]) => ({ segment, index })),
});

const segment = (id: number, template: string, ops: number): SegmentView =>
  ({ id, template, ops, scheduler: template, definition: '', inputs: [], outputs: [], index_map: [], bytes_read: 8, bytes_written: 8 }) as unknown as SegmentView;

const cut = {
  id: 0, from: 0, to: 1, values: [3], crossings: [{ original: 3, label: 'T3', shape: [2, 1], dtype: 'Float', bytes: 8, line: 14 }],
  value_bytes: 8, traffic_bytes: 16, reasons: [], cure: null, cure_searched: true,
} as unknown as CutView;

const shape = (kind: DrawnShapeView['kind'], id: number, at: number | null, x: number, y: number, width: number, height: number): DrawnShapeView =>
  ({ kind, id, segment: at, x, y, width, height, texts: [] });

/** In paint order: cards, then what stands on and between them. */
export const drawing: DrawingView = {
  width: 300, height: 500, orientation: 'tb', expanded: [0, 1], positions: [],
  shapes: [
    shape('card', 0, 0, 0, 60, 200, 160), shape('card', 1, 1, 80, 300, 200, 100), shape('input', 0, null, 40, 0, 80, 24),
    shape('input', 1, null, 200, 0, 80, 24), shape('op', 0, 0, 10, 90, 180, 40), shape('op', 1, 0, 10, 150, 180, 40),
    shape('op', 2, 1, 90, 330, 180, 40), shape('output', 4, null, 140, 440, 80, 24), shape('pill', 0, null, 60, 250, 80, 24),
  ],
  wires: [
    { value: 3, cut: 0, from: 5, to: [6], points: [[100, 190, 100, 330]], arrows: [{ x: 100, y: 330, direction: 'down' }], dots: [] },
    { value: 2, cut: null, from: 4, to: [5], points: [[100, 130, 100, 150]], arrows: [{ x: 100, y: 150, direction: 'down' }], dots: [] },
  ],
};

export const response: Response = {
  version: '', command: 'view', file_name: '', ok: true, diagnostics: [], diagnostics_dropped: 0, drawing,
  ops: [op(0, 'sum', [2], [0], [0], 13), op(1, 'broadcast', [3], [2], [0], 14, 15), op(2, 'add', [4], [1, 3], [1], 17)],
  values: [
    value(0, null, [0], [[0, 0]], 5), value(1, null, [2], [[1, 0]], 9), value(2, 0, [1], [[0, 1]], 13),
    value(3, 1, [2], [[0, 2], [1, 1]], 14), value(4, 2, [], [[1, 2]], 17),
  ],
  segments: [segment(0, 'reduction', 2), segment(1, 'pointwise', 1)],
  cuts: [cut],
  merges: [],
};

export const tables = tablesOf(response);
