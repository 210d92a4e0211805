// The shortest way along values from one op to another, whichever of the two comes first. Pure.
import type { Lit } from './selection';
import { rowKey } from './selection';
import type { Tables } from './tables';

function forward(tables: Tables, from: number, to: number): number[] | null {
  const cameFrom = new Map<number, number>([[from, from]]);
  const queue = [from];
  for (let i = 0; i < queue.length && !cameFrom.has(to); i++) {
    for (const value of tables.ops[queue[i]].makes) {
      for (const reader of tables.values[value].readers) {
        if (cameFrom.has(reader)) continue;
        cameFrom.set(reader, queue[i]);
        queue.push(reader);
      }
    }
  }
  if (!cameFrom.has(to)) return null;
  const path = [to];
  while (path[0] !== from) path.unshift(cameFrom.get(path[0])!);
  return path;
}

/** The ops of the path, both ends too; null where neither leads to the other. */
export function pathBetween(tables: Tables, a: number, b: number): number[] | null {
  return forward(tables, a, b) ?? forward(tables, b, a);
}

/** What a path lights up: its ops and the values between them. */
export function litPath(tables: Tables, path: readonly number[]): Lit {
  const ops = new Set(path);
  const values = new Set<number>();
  const cuts = new Set<number>();
  const rows = new Set<string>();
  const lines: [number, number][] = [];
  for (const id of path) {
    const op = tables.ops[id];
    if (op.line !== undefined) lines.push([op.line, op.end_line ?? op.line]);
    for (const value of op.makes) {
      if (!tables.values[value].readers.some((reader) => ops.has(reader))) continue;
      values.add(value);
      tables.cutsOfValue(value).forEach((cut) => cuts.add(cut));
      for (const place of tables.values[value].segments) rows.add(rowKey(place.segment, place.index));
    }
  }
  return { ops, values, segments: new Set(), cuts, rows, lines };
}
