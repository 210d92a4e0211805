// What stands out in the graph, gathered from the store: selection, hover, preview, step.
import { computed, signal } from '@preact/signals';
import { plural } from '../format';
import { opsOfStep } from '../steps';
import { good, isolated, litByHover, litBySelection, preview, step, tables } from '../store';
import type { Tables } from '../tables';
import { failedSegments, overlay } from './overlay';
import type { Marks } from './brush';

/** The node that the keyboard is on, and whether the graph has the focus. */
export const activeNode = signal(-1);
export const graphFocused = signal(false);
export const hoveredShape = signal(-1);

const none: ReadonlySet<number> = new Set();

/** What a segment computes, in terms that another result shares. */
function contentOf(tables: Tables, segment: number): string {
  const labels = tables.opsOfSegment(segment).flatMap((op) => tables.ops[op].makes.map((value) => tables.values[value].label));
  return labels.sort().join(' ');
}

/** Segments of `now` that `then` does not have, how many it has instead, and the cuts that go. */
export function replacedBy(now: Tables, then: Tables): { segments: Set<number>; cuts: Set<number>; count: number } {
  const nowContents = now.segments.map((segment) => contentOf(now, segment.id));
  const thenContents = then.segments.map((segment) => contentOf(then, segment.id));
  const [before, after] = [new Set(nowContents), new Set(thenContents)];
  const segments = new Set(now.segments.filter((segment) => !after.has(nowContents[segment.id])).map((segment) => segment.id));
  const stay = new Set(then.cuts.map((_, cut) => then.nameOfCut(cut)));
  const cuts = new Set(now.cuts.map((_, cut) => cut).filter((cut) => !stay.has(now.nameOfCut(cut))));
  return { segments, cuts, count: thenContents.filter((content) => !before.has(content)).length };
}

const change = computed(() => {
  const result = preview.value?.result;
  return result && good.value ? replacedBy(tables.value, result.tables) : null;
});

const stepOps = computed(() => {
  const { ops, merges } = tables.value;
  if (step.value === null || !merges[step.value]) return none;
  const { first, second } = opsOfStep(ops, merges, step.value);
  return new Set([...first, ...second]);
});

export const marks = computed<Marks>(() => {
  const lit = litBySelection.value;
  const hovered = litByHover.value;
  return {
    ops: lit.ops, values: lit.values, segments: lit.segments, cuts: lit.cuts,
    hoveredOps: hovered.ops, hoveredValues: hovered.values, hoveredShape: hoveredShape.value,
    active: graphFocused.value ? activeNode.value : -1,
    isolated: isolated.value,
    replaced: change.value?.segments ?? none, goingCuts: change.value?.cuts ?? none,
    replacedBy: change.value ? `+ ${plural(change.value.count, 'kernel').replace(/^1 /, 'one ')}` : '',
    failed: failedSegments.value, stepOps: stepOps.value, feet: overlay.value?.feet ?? null,
  };
});
