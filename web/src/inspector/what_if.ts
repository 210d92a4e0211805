// What could be otherwise: cures that the core names, cuts forced and forbidden, other sizes, each as a change of the
// options or of the text. Pure; nothing is asked and nothing applied here.
import type { CureView, CutView, InputView, Response, SummaryView } from '../api_types';
import { bytesDelta, number, percent, plural } from '../format';
import { indicesOfBytes } from '../places';
import type { Options } from '../state';
import type { Tables } from '../tables';

/** Something to try. */
export interface Change {
  /** As a button's heading, with names in backticks. */
  title: string;
  /** One sentence more; may be empty. */
  note: string;
  options: Options;
  /** The text with the edit that the change needs. */
  text?: string;
}

/** The name that the core takes in `cut` and `keep`: `#8`, which is never ambiguous, else the label. */
export function stateName(value: { original: number | null; label: string }): string {
  return value.original !== null && value.original >= 0 ? `#${value.original}` : value.label;
}

/** A label as it is written in the text: `scaled (T23)` is `scaled`. */
export function shortLabel(label: string): string {
  return label.replace(/ \([^)]*\)/, '');
}

function isSame(asked: string, label: string, original: number | null): boolean {
  return asked === shortLabel(label) || (original !== null && asked === `#${original}`);
}

/** The statements of `segment_set` of these values as plain copies. */
export function withoutSegmentSets(text: string, names: readonly string[], tables: Tables): string | null {
  const edits: { at: number; length: number }[] = [];
  for (const name of names) {
    const value = tables.values.find((each) => shortLabel(each.label) === name || each.label === name);
    const op = value?.maker === null || value === undefined ? undefined : tables.ops[value.maker];
    if (op?.begin === undefined || op.end === undefined) return null;
    const [from, to] = indicesOfBytes(text, [op.begin, op.end]);
    const at = text.slice(from, to).search(/\bsegment_set\b/);
    if (at < 0) return null;
    edits.push({ at: from + at, length: 'segment_set'.length });
  }
  edits.sort((a, b) => b.at - a.at);
  return edits.reduce((now, edit) => `${now.slice(0, edit.at)}set${now.slice(edit.at + edit.length)}`, text);
}

function titleOfSetting(cure: CureView): string {
  if (cure.field === 'rules') return `Rule set \`${cure.value}\``;
  if (cure.field === 'gpu') return cure.value === 'none' ? 'No device limits' : `Device \`${cure.value}\``;
  return cure.text;
}

/** What the core found that removes the cut; null where it found nothing, or where the edit cannot be made here. */
export function cureChange(cure: CureView, options: Options, text: string, tables: Tables): Change | null {
  if (cure.kind === 'set') {
    if (cure.field === 'rules' && (cure.value === 'nvfuser' || cure.value === 'extended')) {
      return { title: titleOfSetting(cure), note: cure.text, options: { ...options, rules: cure.value } };
    }
    if (cure.field === 'gpu' && cure.value) {
      return { title: titleOfSetting(cure), note: cure.text, options: { ...options, gpu: cure.value } };
    }
    return null;
  }
  const byName = (asked: string) => cure.cuts.some((name) => {
    const value = tables.values.find((each) => shortLabel(each.label) === name || each.label === name);
    return asked === name || (value !== undefined && isSame(asked, value.label, value.original));
  });
  const edited = cure.segment_sets.length > 0 ? withoutSegmentSets(text, cure.segment_sets, tables) : undefined;
  if (edited === null) return null;
  return {
    title: cure.segment_sets.length > 0 ? 'Remove `segment_set`' : 'Do not force this cut',
    note: cure.text, options: { ...options, cut: options.cut.filter((asked) => !byName(asked)) }, text: edited,
  };
}

/** Forbids the cut: none of its values may cross. */
export function forbidChange(cut: CutView, options: Options): Change {
  const names = cut.crossings.map((crossing) => stateName(crossing));
  const labels = cut.crossings.map((crossing) => `\`${crossing.label}\``);
  const shown = labels.length > 2 ? `${labels[0]} and ${labels.length - 1} more` : labels.join(' and ');
  return {
    title: `Keep ${shown} inside a kernel`,
    note: 'Forbids the cut. Where no kernel can hold both sides, the answer says which rule stands in the way.',
    options: { ...options, keep: [...new Set([...options.keep, ...names])] },
  };
}

/** Forces a cut after a value. */
export function forceChange(value: { original: number | null; label: string }, options: Options): Change {
  return {
    title: `Cut after \`${shortLabel(value.label)}\``, note: 'Writes the value to memory and reads it back.',
    options: { ...options, cut: [...new Set([...options.cut, stateName(value)])] },
  };
}

// ---- sizes ------------------------------------------------------------------------------------------------------------

/** Axes of inputs that have one extent: they change together. */
export interface Extent {
  extent: number;
  axes: { input: string; axis: number }[];
}

/** The extents of the tensor inputs, each once, those of 1 left out. */
export function extentsOf(inputs: readonly InputView[]): Extent[] {
  const byExtent = new Map<number, Extent>();
  for (const input of inputs) {
    input.shape.forEach((extent, axis) => {
      if (extent === 1) return;
      const known = byExtent.get(extent) ?? { extent, axes: [] };
      known.axes.push({ input: shortLabel(input.label), axis });
      byExtent.set(extent, known);
    });
  }
  return [...byExtent.values()];
}

/** `axis 0 of T0, T1; axis 1 of T4`. */
export function axesText(extent: Extent): string {
  const byAxis = new Map<number, string[]>();
  for (const { input, axis } of extent.axes) byAxis.set(axis, [...(byAxis.get(axis) ?? []), input]);
  return [...byAxis].map(([axis, names]) => {
    const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
    return `axis ${axis} of ${shown.join(', ')}`;
  }).join('; ');
}

/** The options with some extents replaced, every input that has one of them given by hand. */
export function sizesChange(inputs: readonly InputView[], to: ReadonlyMap<number, number>, options: Options): Change {
  const given = inputs.filter((input) => input.shape.some((extent) => to.has(extent)));
  const asked = given.map((input) => {
    const shape = input.shape.map((extent) => to.get(extent) ?? extent);
    return `#${input.index}=${shape.join('x')}:${input.dtype}`;
  });
  const names = new Set(given.flatMap((input) => [`#${input.index}`, shortLabel(input.label)]));
  const kept = options.input.filter((each) => !names.has(each.slice(0, each.indexOf('='))));
  const words = [...to].map(([from, now]) => `${number(from)} → ${number(now)}`).join(', ');
  return { title: `Sizes ${words}`, note: '', options: { ...options, input: [...kept, ...asked] } };
}

// ---- before and after -------------------------------------------------------------------------------------------------

export interface Numbers {
  kernels: number;
  cuts: number;
  bytes: number;
}

export function numbersOf(response: Response): Numbers | null {
  const summary: SummaryView | undefined = response.summary;
  if (summary) return { kernels: summary.kernels, cuts: summary.cuts, bytes: summary.bytes };
  if (!response.segments) return null;
  return {
    kernels: response.segments.length, cuts: response.cuts?.length ?? 0,
    bytes: response.segments.reduce((sum, each) => sum + each.bytes_read + each.bytes_written, 0),
  };
}

/** `−1 kernel, −16 B`; `no change`. */
export function deltaText(before: Numbers, after: Numbers): string {
  const kernels = after.kernels - before.kernels;
  const moved = after.bytes - before.bytes;
  const parts = [];
  if (kernels !== 0) parts.push(`${kernels > 0 ? '+' : '−'}${plural(Math.abs(kernels), 'kernel')}`);
  if (moved !== 0) parts.push(bytesDelta(moved));
  return parts.join(', ') || 'no change';
}

/** `−43%`; empty where nothing changes. */
export function deltaPercent(before: number, after: number): string {
  if (before === after || before === 0) return '';
  return `${after > before ? '+' : '−'}${percent(Math.abs(after - before), before)}`;
}
