// Paints the wires of a scene: all of one look as one path, which is what makes ten thousand of them quick; dashed where
// a cut is crossed between two cards.
import type { WireView } from '../api_types';
import { kDim, type Brush, type Marks } from './brush';
import type { Scene } from './scene';
import type { Box, Level } from './viewport';

const kCorner = 5;

/** An orthogonal line with round corners. */
function trace(context: CanvasRenderingContext2D, line: readonly number[], round: boolean): void {
  context.moveTo(line[0], line[1]);
  const last = line.length - 2;
  for (let i = 2; i < last; i += 2) {
    const [px, py, x, y, nx, ny] = [line[i - 2], line[i - 1], line[i], line[i + 1], line[i + 2], line[i + 3]];
    const room = Math.min(Math.abs(x - px) + Math.abs(y - py), Math.abs(nx - x) + Math.abs(ny - y)) / 2;
    if (round && room > 0) context.arcTo(x, y, nx, ny, Math.min(kCorner, room));
    else context.lineTo(x, y);
  }
  context.lineTo(line[last], line[last + 1]);
}

const kTurn = { down: 0, up: Math.PI, left: Math.PI / 2, right: -Math.PI / 2 };

function arrowhead(context: CanvasRenderingContext2D, x: number, y: number, direction: keyof typeof kTurn, size: number): void {
  const turn = kTurn[direction];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const at = (dx: number, dy: number) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos] as const;
  context.moveTo(...at(0, 0));
  context.lineTo(...at(-3.5 * size, -5 * size));
  context.lineTo(...at(3.5 * size, -5 * size));
  context.closePath();
}

/** Wires of one look are one path: that is what makes ten thousand of them quick. */
function paintWires(brush: Brush, scene: Scene, wires: readonly number[], look: { colour: string; width: number; round: boolean; size: number }): void {
  const { context } = brush;
  context.strokeStyle = context.fillStyle = look.colour;
  context.lineWidth = look.width;
  context.beginPath();
  for (const i of wires) {
    const wire = scene.wires[i];
    const lines = wire.cut === null ? wire.points : scene.pieces(i).solid;
    for (const line of lines) trace(context, line, look.round);
  }
  context.stroke();
  context.beginPath();
  for (const i of wires) {
    for (const arrow of scene.wires[i].arrows) arrowhead(context, arrow.x, arrow.y, arrow.direction, look.size);
    for (const dot of scene.wires[i].dots) {
      context.moveTo(dot.x + 2, dot.y);
      context.arc(dot.x, dot.y, 2, 0, 7);
    }
  }
  context.fill();
}

function paintCutWires(brush: Brush, scene: Scene, wires: readonly number[], width: number, round: boolean): void {
  const { context, colours } = brush;
  context.strokeStyle = colours.ink;
  context.lineWidth = width;
  context.setLineDash([4, 3.5]);
  context.beginPath();
  for (const i of wires) for (const line of scene.pieces(i).dashed) trace(context, line, round);
  context.stroke();
  context.setLineDash([]);
}

function isLit(wire: WireView, marks: Marks): boolean {
  return marks.values.has(wire.value) || marks.hoveredValues.has(wire.value);
}

export function paintAllWires(brush: Brush, scene: Scene, box: Box, level: Level, marks: Marks): void {
  if (level === 'pattern') return;
  const coarse = level === 'hull' || level === 'head';
  const round = level === 'full' || level === 'line';
  const plain: number[] = [];
  const lit: number[] = [];
  const cuts: number[] = [];
  const litCuts: number[] = [];
  for (const i of scene.wiresIn(box)) {
    const wire = scene.wires[i];
    // Lines within a card are not to be seen where its ops are not.
    if (coarse && wire.cut === null && scene.pieces(i).dashed.length === 0) continue;
    (isLit(wire, marks) ? lit : plain).push(i);
    if (wire.cut !== null) (isLit(wire, marks) || marks.cuts.has(wire.cut) ? litCuts : cuts).push(i);
  }
  const { context, colours } = brush;
  context.globalAlpha = marks.isolated ? kDim : 1;
  paintWires(brush, scene, plain, { colour: colours.edge, width: 1.25, round, size: 1 });
  paintCutWires(brush, scene, cuts, 1.75, round);
  context.globalAlpha = 1;
  paintWires(brush, scene, lit, { colour: colours.ink, width: 2.25, round, size: 1.15 });
  paintCutWires(brush, scene, litCuts, 2.5, round);
}
