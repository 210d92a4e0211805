// How one drawing becomes the next: shapes that both have move in 180 ms, cards that changed pulse once. Pure; the canvas
// asks where a shape is at a time.
import type { DrawnShapeView } from '../api_types';
import type { Scene } from './scene';

export const kMove = 180;
export const kPulse = 600;
/** Drawings with more shapes than this change at once. */
const kMost = 400;

export interface Motion {
  begin: number;
  /** From where a shape comes, relative to where it is. */
  from: ReadonlyMap<DrawnShapeView, readonly [number, number]>;
  /** Cards that the drawing before did not have as they are. */
  changed: ReadonlySet<number>;
}

/** What a shape is in terms that the next drawing shares. */
function keyOf(shape: DrawnShapeView): string {
  return `${shape.kind} ${shape.texts.map((text) => (text.role === 'foot' || text.role === 'letter' ? '' : text.text)).join(' ')}`;
}

export function motionBetween(before: Scene | null, after: Scene, now: number): Motion | null {
  if (!before || before.shapes.length > kMost || after.shapes.length > kMost) return null;
  const old = new Map<string, DrawnShapeView>();
  for (const shape of before.shapes) old.set(keyOf(shape), shape);
  const from = new Map<DrawnShapeView, readonly [number, number]>();
  const changed = new Set<number>();
  let moves = false;
  for (const shape of after.shapes) {
    const was = old.get(keyOf(shape));
    if (!was && shape.kind === 'card') changed.add(shape.id);
    if (!was || (was.x === shape.x && was.y === shape.y)) continue;
    from.set(shape, [was.x - shape.x, was.y - shape.y]);
    moves = true;
  }
  return moves || changed.size > 0 ? { begin: now, from, changed } : null;
}

/** Ease-out: quick at first. */
function eased(share: number): number {
  return 1 - (1 - share) ** 3;
}

/** How far from its place a shape still is. */
export function shiftOf(motion: Motion | null, shape: DrawnShapeView, now: number): readonly [number, number] {
  const from = motion?.from.get(shape);
  if (!motion || !from) return [0, 0];
  const left = 1 - eased(Math.min(1, (now - motion.begin) / kMove));
  return [from[0] * left, from[1] * left];
}

/** How strongly changed cards still show that they changed, from 1 to 0. */
export function pulseOf(motion: Motion | null, now: number): number {
  return motion && motion.changed.size > 0 ? Math.max(0, 1 - (now - motion.begin) / kPulse) : 0;
}

export function isOver(motion: Motion, now: number): boolean {
  return now - motion.begin > (motion.changed.size > 0 ? kPulse : kMove);
}
