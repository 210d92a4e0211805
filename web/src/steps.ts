// The steps of the joining, as pictures need them: which ops a step asked about, and how long each bar is. Pure.
import type { MergeView, OpView } from './api_types';

export interface StepOps {
  first: ReadonlySet<number>;
  second: ReadonlySet<number>;
  refused: string | null;
  savedBytes: number;
}

/** The ops of the two groups that a step asked about, as they were just before it. */
export function opsOfStep(ops: readonly OpView[], merges: readonly MergeView[], step: number): StepOps {
  const joinedTo = new Map<number, number>();
  const groupNow = (group: number): number => {
    let root = group;
    for (let next = joinedTo.get(root); next !== undefined; next = joinedTo.get(root)) root = next;
    for (let at = group; at !== root; ) {
      const next = joinedTo.get(at)!;
      joinedTo.set(at, root);
      at = next;
    }
    return root;
  };
  for (let i = 0; i < step; i++) {
    const { first, second, refused } = merges[i];
    if (refused === null && groupNow(first) !== groupNow(second)) joinedTo.set(groupNow(second), groupNow(first));
  }
  const merge = merges[step];
  const [first, second] = [groupNow(merge.first), groupNow(merge.second)];
  const members = (group: number) =>
    new Set(ops.filter((op) => groupNow(op.group) === group).map((op) => op.id));
  return { first: members(first), second: members(second), refused: merge.refused, savedBytes: merge.saved_bytes };
}

export interface StepBar {
  step: number;
  /** From 0 to 1. */
  height: number;
  refused: boolean;
}

/** The bars around a step: at most `room` of them, as high as the bytes that the step saves, by the logarithm. */
export function barsAround(merges: readonly MergeView[], step: number, room: number): StepBar[] {
  const begin = Math.max(0, Math.min(step - Math.floor(room / 2), merges.length - room));
  const shown = merges.slice(begin, begin + room);
  const most = Math.max(1, ...shown.map((merge) => Math.log2(1 + Math.max(0, merge.saved_bytes))));
  return shown.map((merge, i) => ({
    step: begin + i,
    height: 0.35 + (0.65 * Math.log2(1 + Math.max(0, merge.saved_bytes))) / most,
    refused: merge.refused !== null,
  }));
}
