// The drawing of the core with what the canvas needs beside it: which shapes and wires are where, which part of a wire
// lies between cards, which shape shows what. Pure, made once for a drawing; places are the core's and are not changed.
import type { DrawingView, DrawnShapeView, WireView } from '../api_types';
import type { Selection } from '../selection';
import type { Box } from './viewport';

/** Lines of one wire: those on a card, and those between cards, which are dashed where a cut is crossed. */
export interface Pieces {
  solid: number[][];
  dashed: number[][];
}

export interface Scene {
  drawing: DrawingView;
  shapes: readonly DrawnShapeView[];
  wires: readonly WireView[];
  /** The box of each wire. */
  wireBoxes: readonly Box[];
  /** Places of cards in `shapes`, by segment. */
  cardOf: ReadonlyMap<number, number>;
  /** Places of the shapes of an op, by its id. */
  shapesOfOp: ReadonlyMap<number, readonly number[]>;
  pillOfCut: ReadonlyMap<number, readonly number[]>;
  /** Places of inputs and outputs, by value. */
  endsOfValue: ReadonlyMap<number, readonly number[]>;
  wiresOfValue: ReadonlyMap<number, readonly number[]>;
  expanded: ReadonlySet<number>;
  pieces(wire: number): Pieces;
  /** Shapes and wires of which a part may lie in the box, in paint order. */
  shapesIn(box: Box): number[];
  wiresIn(box: Box): number[];
}

const kCell = 512;

/** Which things are in which cell of a grid. */
class Grid {
  readonly #cells = new Map<number, number[]>();
  #columns = 1;

  constructor(boxes: readonly Box[], width: number) {
    this.#columns = Math.max(1, Math.ceil(width / kCell) + 2);
    boxes.forEach((box, i) => this.#eachCell(box, (cell) => {
      const list = this.#cells.get(cell);
      if (list) list.push(i);
      else this.#cells.set(cell, [i]);
    }));
  }

  #eachCell(box: Box, visit: (cell: number) => void): void {
    const clamp = (column: number) => Math.min(this.#columns - 1, Math.max(0, column));
    const [left, right] = [clamp(Math.floor(box.x / kCell) + 1), clamp(Math.floor((box.x + box.width) / kCell) + 1)];
    const [top, bottom] = [Math.max(0, Math.floor(box.y / kCell) + 1), Math.max(0, Math.floor((box.y + box.height) / kCell) + 1)];
    for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) visit(row * this.#columns + column);
  }

  in(box: Box): number[] {
    const found = new Set<number>();
    this.#eachCell(box, (cell) => this.#cells.get(cell)?.forEach((i) => found.add(i)));
    return [...found].sort((a, b) => a - b);
  }
}

function boxOfWire(wire: WireView): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of wire.points) {
    for (let i = 0; i + 1 < line.length; i += 2) {
      left = Math.min(left, line[i]);
      right = Math.max(right, line[i]);
      top = Math.min(top, line[i + 1]);
      bottom = Math.max(bottom, line[i + 1]);
    }
  }
  return { x: left - 6, y: top - 6, width: right - left + 12, height: bottom - top + 12 };
}

/** Where along a level or upright part the boxes cover it, as sorted intervals of [0, length]. */
function covered(x0: number, y0: number, x1: number, y1: number, boxes: readonly Box[]): [number, number][] {
  const level = y0 === y1;
  const [begin, end] = level ? [x0, x1] : [y0, y1];
  const sign = end >= begin ? 1 : -1;
  const spans: [number, number][] = [];
  for (const box of boxes) {
    const across = level ? y0 > box.y && y0 < box.y + box.height : x0 > box.x && x0 < box.x + box.width;
    if (!across) continue;
    const [near, far] = level ? [box.x, box.x + box.width] : [box.y, box.y + box.height];
    const [a, b] = sign > 0 ? [near - begin, far - begin] : [begin - far, begin - near];
    const from = Math.max(0, a);
    const to = Math.min(Math.abs(end - begin), b);
    if (to > from) spans.push([from, to]);
  }
  return spans.sort((a, b) => a[0] - b[0]);
}

/** One line as runs on and off the boxes, in order. */
export function split(line: readonly number[], boxes: readonly Box[]): Pieces {
  const pieces: Pieces = { solid: [], dashed: [] };
  let run: number[] = [];
  let on: boolean | null = null;
  const emit = () => {
    if (run.length >= 4 && on !== null) (on ? pieces.solid : pieces.dashed).push(run);
  };
  const add = (covers: boolean, ax: number, ay: number, bx: number, by: number) => {
    if (on !== covers) {
      emit();
      run = [ax, ay];
      on = covers;
    }
    run.push(bx, by);
  };
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [x0, y0, x1, y1] = [line[i], line[i + 1], line[i + 2], line[i + 3]];
    const length = Math.abs(x1 - x0) + Math.abs(y1 - y0);
    const at = (t: number) => [x0 + Math.sign(x1 - x0) * t, y0 + Math.sign(y1 - y0) * t] as const;
    let done = 0;
    for (const [from, to] of covered(x0, y0, x1, y1, boxes)) {
      if (to <= done) continue;
      if (from > done) add(false, ...at(done), ...at(from));
      add(true, ...at(Math.max(done, from)), ...at(to));
      done = to;
    }
    if (done < length) add(false, ...at(done), ...at(length));
  }
  emit();
  return pieces;
}

function push<K>(lists: Map<K, number[]>, key: K, item: number): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

export function sceneOf(drawing: DrawingView): Scene {
  const { shapes, wires } = drawing;
  const cardOf = new Map<number, number>();
  const shapesOfOp = new Map<number, number[]>();
  const pillOfCut = new Map<number, number[]>();
  const endsOfValue = new Map<number, number[]>();
  const wiresOfValue = new Map<number, number[]>();
  shapes.forEach((shape, i) => {
    switch (shape.kind) {
      case 'card': cardOf.set(shape.id, i); break;
      case 'op': case 'copy': case 'opaque': push(shapesOfOp, shape.id, i); break;
      case 'pill': push(pillOfCut, shape.id, i); break;
      case 'input': case 'output': push(endsOfValue, shape.id, i); break;
    }
  });
  wires.forEach((wire, i) => push(wiresOfValue, wire.value, i));
  const wireBoxes = wires.map(boxOfWire);
  const shapeGrid = new Grid(shapes, drawing.width);
  const wireGrid = new Grid(wireBoxes, drawing.width);
  const cards = [...cardOf.values()].map((i) => shapes[i]);
  const known = new Map<number, Pieces>();
  return {
    drawing, shapes, wires, wireBoxes, cardOf, shapesOfOp, pillOfCut, endsOfValue, wiresOfValue,
    expanded: new Set(drawing.expanded),
    pieces(wire) {
      let found = known.get(wire);
      if (!found) {
        const near = cards.filter((card) => card.x < wireBoxes[wire].x + wireBoxes[wire].width && wireBoxes[wire].x < card.x + card.width
          && card.y < wireBoxes[wire].y + wireBoxes[wire].height && wireBoxes[wire].y < card.y + card.height);
        found = { solid: [], dashed: [] };
        for (const line of wires[wire].points) {
          const one = split(line, near);
          found.solid.push(...one.solid);
          found.dashed.push(...one.dashed);
        }
        known.set(wire, found);
      }
      return found;
    },
    shapesIn: (box) => shapeGrid.in(box),
    wiresIn: (box) => wireGrid.in(box),
  };
}

const inside = (shape: Box, x: number, y: number) =>
  x >= shape.x && x <= shape.x + shape.width && y >= shape.y && y <= shape.y + shape.height;

/** The shape at a place, the topmost one; −1 where there is none. */
export function shapeAt(scene: Scene, x: number, y: number): number {
  let best = -1;
  for (const i of scene.shapesIn({ x, y, width: 0, height: 0 })) {
    if (inside(scene.shapes[i], x, y) && (best < 0 || scene.shapes[i].kind !== 'card' || scene.shapes[best].kind === 'card')) best = i;
  }
  return best;
}

/** The wire within `reach` of a place; −1 where there is none. */
export function wireAt(scene: Scene, x: number, y: number, reach: number): number {
  const box = { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach };
  for (const i of scene.wiresIn(box).reverse()) {
    for (const line of scene.wires[i].points) {
      for (let k = 0; k + 3 < line.length; k += 2) {
        const left = Math.min(line[k], line[k + 2]) - reach;
        const right = Math.max(line[k], line[k + 2]) + reach;
        const top = Math.min(line[k + 1], line[k + 3]) - reach;
        const bottom = Math.max(line[k + 1], line[k + 3]) + reach;
        if (x >= left && x <= right && y >= top && y <= bottom) return i;
      }
    }
  }
  return -1;
}

/** What a shape stands for. */
export function selectionOf(shape: DrawnShapeView): Selection {
  switch (shape.kind) {
    case 'card': return { kind: 'segment', id: shape.id };
    case 'pill': return { kind: 'cut', id: shape.id };
    case 'input': case 'output': return { kind: 'value', id: shape.id };
    case 'op': case 'copy': case 'opaque': return { kind: 'op', id: shape.id };
  }
}
