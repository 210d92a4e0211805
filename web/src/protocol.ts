// What the page and its worker say to each other, and how a large response travels: long lists are taken out of it and
// sent in slices, so that no single message holds the page up. Pure; both sides use it.
import type { Request, Response } from './api_types';

export type ToWorker =
  | { kind: 'start'; module: WebAssembly.Module | null }
  | { kind: 'call'; id: number; request: Request };

export type FromWorker =
  | { kind: 'ready'; module: WebAssembly.Module; version: string }
  | { kind: 'failed'; message: string }
  | { kind: 'progress'; id: number; phase: string }
  /** The response without its long lists; they follow as parts, then `end`. */
  | { kind: 'answer'; id: number; response: Response; milliseconds: number }
  | { kind: 'part'; id: number; path: Path; items: unknown[] }
  | { kind: 'end'; id: number }
  | { kind: 'crashed'; id: number; message: string };

export type Path = readonly (string | number)[];
export interface Part {
  path: Path;
  items: unknown[];
}

/** The most that one message may weigh; a value weighs 1, a text by its length. */
export const kSliceWeight = 6000;

function sliced(items: unknown[], weights: number[], path: Path): Part[] {
  const parts: Part[] = [];
  let slice: unknown[] = [];
  let weight = 0;
  items.forEach((item, i) => {
    if (slice.length > 0 && weight + weights[i] > kSliceWeight) {
      parts.push({ path, items: slice });
      slice = [];
      weight = 0;
    }
    slice.push(item);
    weight += weights[i];
  });
  parts.push({ path, items: slice });
  return parts;
}

/** The weight of what is left in `value` after heavy lists have moved to `parts`. */
function weigh(value: unknown, path: Path, parts: Part[]): number {
  if (typeof value === 'string') return 1 + value.length / 200;
  if (value === null || typeof value !== 'object') return 1;
  let weight = 1;
  if (!Array.isArray(value)) {
    for (const [key, item] of Object.entries(value)) weight += weigh(item, [...path, key], parts);
    return weight;
  }
  const weights = value.map((item, i) => {
    const own = item !== null && typeof item === 'object' ? weigh(item, [...path, i], parts) : weigh(item, path, parts);
    weight += own;
    return own;
  });
  if (weight <= kSliceWeight) return weight;
  // What inner lists lost must come after the items that hold them.
  parts.unshift(...sliced(value.splice(0), weights, path));
  return 1;
}

/** Takes long lists out of `value` and leaves empty ones; the slices come in an order in which `joinPart` can use them. */
export function takeApart(value: unknown): Part[] {
  const parts: Part[] = [];
  weigh(value, [], parts);
  return parts;
}

/** Puts a slice back. The invariant: whatever `path` names is there already, for the skeleton is sent first. */
export function joinPart(whole: unknown, part: Part): void {
  let target = whole as Record<string | number, unknown>;
  for (const key of part.path) target = target[key] as Record<string | number, unknown>;
  (target as unknown as unknown[]).push(...part.items);
}
