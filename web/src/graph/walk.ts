// Where the arrow keys go in the graph: up to the producer, down to the consumer, left and right to siblings. Pure.
import type { DrawnShapeView } from '../api_types';
import type { Tables } from '../tables';
import type { Scene } from './scene';

export type Direction = 'up' | 'down' | 'left' | 'right';

const isOp = (shape: DrawnShapeView) => shape.kind === 'op' || shape.kind === 'copy' || shape.kind === 'opaque';

/** The shape that stands for an op: its node in the segment, else the card, else its node elsewhere. */
function shapeOfOp(scene: Scene, tables: Tables, op: number, segment: number | null): number | null {
  const nodes = scene.shapesOfOp.get(op) ?? [];
  const own = nodes.find((i) => scene.shapes[i].segment === segment);
  return own ?? nodes[0] ?? scene.cardOf.get(tables.ops[op].segments[0]) ?? null;
}

function endOf(scene: Scene, value: number, kind: 'input' | 'output'): number | null {
  return scene.endsOfValue.get(value)?.find((i) => scene.shapes[i].kind === kind) ?? null;
}

/** The cut into `segment` that a value crosses. */
function pillInto(scene: Scene, tables: Tables, value: number, segment: number | null, side: 'from' | 'to'): number | null {
  for (const cut of tables.cutsOfValue(value)) {
    if (tables.cuts[cut][side] === segment) return scene.pillOfCut.get(cut)?.[0] ?? null;
  }
  return null;
}

const found = (places: readonly (number | null)[]) => places.filter((place): place is number => place !== null);

function aboveOp(scene: Scene, tables: Tables, shape: DrawnShapeView): number[] {
  return found(tables.ops[shape.id].reads.map((value) => {
    const { maker, is_input } = tables.values[value];
    if (is_input) return endOf(scene, value, 'input');
    if (maker === null) return null;
    if (shape.segment === null || tables.ops[maker].segments.includes(shape.segment)) return shapeOfOp(scene, tables, maker, shape.segment);
    return pillInto(scene, tables, value, shape.segment, 'to') ?? shapeOfOp(scene, tables, maker, null);
  }));
}

function belowOp(scene: Scene, tables: Tables, shape: DrawnShapeView): number[] {
  const below: (number | null)[] = [];
  for (const value of tables.ops[shape.id].makes) {
    const inside = tables.values[value].readers.filter((reader) => shape.segment === null || tables.ops[reader].segments.includes(shape.segment));
    below.push(...inside.map((reader) => shapeOfOp(scene, tables, reader, shape.segment)));
    below.push(pillInto(scene, tables, value, shape.segment, 'from'), endOf(scene, value, 'output'));
  }
  return found(below);
}

function besideCard(scene: Scene, tables: Tables, card: DrawnShapeView, side: 'from' | 'to'): number[] {
  const pills = tables.cuts.flatMap((cut, id) => (cut[side] === card.id ? (scene.pillOfCut.get(id) ?? []) : []));
  const kind = side === 'to' ? 'input' : 'output';
  const ends: number[] = [];
  for (const op of tables.opsOfSegment(card.id)) {
    for (const value of side === 'to' ? tables.ops[op].reads : tables.ops[op].makes) ends.push(...found([endOf(scene, value, kind)]));
  }
  return [...pills, ...ends];
}

function above(scene: Scene, tables: Tables, at: number): number[] {
  const shape = scene.shapes[at];
  if (isOp(shape)) return aboveOp(scene, tables, shape);
  if (shape.kind === 'card') return besideCard(scene, tables, shape, 'to');
  if (shape.kind === 'input') return [];
  const values = shape.kind === 'pill' ? tables.valuesOfCut(shape.id) : [shape.id];
  const from = shape.kind === 'pill' ? tables.cuts[shape.id].from : null;
  return found(values.map((value) => {
    const { maker } = tables.values[value];
    return maker === null ? null : shapeOfOp(scene, tables, maker, from);
  }));
}

function below(scene: Scene, tables: Tables, at: number): number[] {
  const shape = scene.shapes[at];
  if (isOp(shape)) return belowOp(scene, tables, shape);
  if (shape.kind === 'card') {
    if (scene.expanded.has(shape.id)) {
      const inside = tables.opsOfSegment(shape.id).map((op) => shapeOfOp(scene, tables, op, shape.id));
      return found(inside).filter((i) => i !== at);
    }
    return besideCard(scene, tables, shape, 'from');
  }
  if (shape.kind === 'output') return [];
  const values = shape.kind === 'pill' ? tables.valuesOfCut(shape.id) : [shape.id];
  const to = shape.kind === 'pill' ? tables.cuts[shape.id].to : null;
  return found(values.flatMap((value) => tables.values[value].readers
    .filter((reader) => to === null || tables.ops[reader].segments.includes(to))
    .map((reader) => shapeOfOp(scene, tables, reader, to ?? tables.ops[reader].segments[0] ?? null))));
}

/** The nearest node to a side whose heights overlap, else the next in reading order. */
function sibling(scene: Scene, at: number, sign: 1 | -1): number | null {
  const here = scene.shapes[at];
  const middle = (shape: DrawnShapeView) => shape.x + shape.width / 2;
  let best: number | null = null;
  let bestGap = Infinity;
  scene.shapes.forEach((shape, i) => {
    if (i === at || (shape.kind === 'card') !== (here.kind === 'card') || (isOp(here) && shape.segment !== here.segment)) return;
    const gap = (middle(shape) - middle(here)) * sign;
    if (gap > 0 && gap < bestGap && shape.y < here.y + here.height && here.y < shape.y + shape.height) {
      best = i;
      bestGap = gap;
    }
  });
  return best;
}

/** The nearest of several; what is computed comes before inputs and outputs, which end the way. */
const nearest = (scene: Scene, at: number, places: readonly number[]): number | null => {
  const middle = (i: number) => scene.shapes[i].x + scene.shapes[i].width / 2;
  const isEnd = (i: number) => /put$/.test(scene.shapes[i].kind);
  const all = places.filter((i) => i !== at);
  const others = all.some((i) => !isEnd(i)) ? all.filter((i) => !isEnd(i)) : all;
  return others.length === 0 ? null
    : others.reduce((best, i) => (Math.abs(middle(i) - middle(at)) < Math.abs(middle(best) - middle(at)) ? i : best));
};

/** The node that an arrow key goes to; null where there is none. */
export function walk(scene: Scene, tables: Tables, at: number, direction: Direction): number | null {
  if (!scene.shapes[at]) return null;
  switch (direction) {
    case 'up': {
      const next = nearest(scene, at, above(scene, tables, at));
      const { segment } = scene.shapes[at];
      return next ?? (isOp(scene.shapes[at]) && segment !== null ? (scene.cardOf.get(segment) ?? null) : null);
    }
    case 'down': return nearest(scene, at, below(scene, tables, at));
    case 'left': return sibling(scene, at, -1);
    case 'right': return sibling(scene, at, 1);
  }
}
