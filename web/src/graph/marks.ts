// What stands out in the graph, gathered from the store: selection, hover, preview, step.
import { computed, signal } from '@preact/signals';
import { plural } from '../format';
import { opsOfStep } from '../steps';
import { good, isolated, litByHover, litBySelection, preview, step, tables } from '../store';
import type { Marks } from './brush';
import { replacedBy } from './marks_change';
import { failedSegments, overlay } from './overlay';

/** The node that the keyboard is on, and whether the graph has the focus. */
export const activeNode = signal(-1);
export const graphFocused = signal(false);
export const hoveredShape = signal(-1);

const none: ReadonlySet<number> = new Set();

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
