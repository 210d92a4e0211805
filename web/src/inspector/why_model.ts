// What the Why tab says of a cut, worked out from one response: the sentence, its cost, the lines concerned, which
// template came closest, which ones never applied. Pure; it words nothing that the core has words for.
import type { CutView, ReasonView, Response } from '../api_types';
import { number } from '../format';
import { formatAmount } from './amounts';
import type { Tables } from '../tables';
import { templateName } from './segment_title';

/** Codes by which a template says that it is for something else altogether. */
const kDoesNotApply = new Set(['R.MISSING_OP', 'R.NOT_A_VIEW']);

/** A message of the core as a sentence. */
export function sentence(message: string): string {
  const first = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** Two numbers of one unit of which the second is the limit; null where the rule compared something else. */
export interface Limit {
  what: string;
  needed: number;
  available: number;
  unit: string;
  /** `256 KiB needed, 224 KiB available`, in two words each. */
  neededText: string;
  availableText: string;
  /** True where more is wanted than there is, false where too little is there for the rule. */
  over: boolean;
}

export function limitOf(reason: ReasonView): Limit | null {
  const [first, second] = reason.numbers;
  if (!first || !second || first.unit !== second.unit) return null;
  const over = second.name === 'limit';
  if (!over && second.name !== 'needed') return null;
  return {
    what: over ? first.name : second.name,
    needed: over ? first.value : second.value,
    available: over ? second.value : first.value,
    unit: first.unit,
    neededText: formatAmount(over ? first.value : second.value, first.unit),
    availableText: formatAmount(over ? second.value : first.value, first.unit),
    over: first.value > second.value,
  };
}

export interface Attempt {
  /** Those who gave the same answer. */
  names: string[];
  code: string;
  message: string;
  numbers: string;
}

export interface Tried {
  /** The refusal that stands for the cut: the closest template's. */
  lead: ReasonView | null;
  /** Those with something to say of this cut, the lead's template too unless it has a card of its own. */
  attempts: Attempt[];
  /** Templates that are for something else. */
  inapplicable: Attempt[];
}

/** `first axis 1 · second axis 2`: the numbers that the message does not name already. */
export function numbersText(reason: ReasonView): string {
  const said = new Set(reason.message.match(/\d[\d,.]*/g)?.map((word) => word.replace(/[,.]+$/, '')));
  return reason.numbers.filter((each) => !said.has(formatAmount(each.value, each.unit).split(' ')[0]))
    .map((each) => `${each.name} ${formatAmount(each.value, each.unit)}`).join(' · ');
}

/** Adds to the answers, those with the same words together. */
function add(to: Attempt[], reason: ReasonView): void {
  const same = to.find((each) => each.code === reason.code && each.message === reason.message);
  if (same) same.names.push(templateName(reason));
  else to.push({ names: [templateName(reason)], code: reason.code, message: reason.message, numbers: numbersText(reason) });
}

export function triedOf(reasons: readonly ReasonView[]): Tried {
  const lead = reasons[0] ?? null;
  const tried: Tried = { lead, attempts: [], inapplicable: [] };
  for (const reason of reasons) {
    const apart = reason === lead && limitOf(reason) !== null;
    if (apart) continue;
    add(kDoesNotApply.has(reason.code) && reason.code !== lead?.code ? tried.inapplicable : tried.attempts, reason);
  }
  return tried;
}

/** Lines of the statements on both sides of a cut that its values connect, in order. */
export function linesOfCut(cut: CutView, id: number, tables: Tables): number[] {
  const lines = new Set<number>();
  for (const crossing of cut.crossings) if (crossing.line !== undefined) lines.add(crossing.line);
  for (const value of tables.valuesOfCut(id)) {
    for (const reader of tables.values[value].readers) {
      const op = tables.ops[reader];
      if (op.line !== undefined && op.segments.includes(cut.to)) lines.add(op.line);
    }
  }
  return [...lines].sort((a, b) => a - b);
}

export interface CostLine {
  label: string;
  /** `written by A, read by B` with places of segments. */
  from: number;
  to: number;
  shape: string;
  dtype: string;
  bytes: number;
}

/** Each value that crosses, with what it moves: written once and read once where the traffic counts both. */
export function costLines(cut: CutView): CostLine[] {
  const factor = cut.value_bytes > 0 ? cut.traffic_bytes / cut.value_bytes : 0;
  return cut.crossings.map((crossing) => ({
    label: crossing.label, from: cut.from, to: cut.to, dtype: crossing.dtype,
    shape: `[${crossing.shape.map(number).join(', ')}]`,
    bytes: Math.round(crossing.bytes * factor),
  }));
}

/** Bytes that all segments move. */
export function allTraffic(response: Response): number {
  return response.summary?.bytes
    ?? (response.segments ?? []).reduce((sum, segment) => sum + segment.bytes_read + segment.bytes_written, 0);
}

/** `T3`, `T3 and T5`, `T3 and 4 more`: what is cut at, short. */
export function crossingNames(cut: CutView): string {
  const names = cut.crossings.map((crossing) => crossing.label);
  if (names.length <= 2) return names.map((name) => `\`${name}\``).join(' and ');
  return `\`${names[0]}\` and ${names.length - 1} more`;
}

/** Cuts that a segment has to others, by place. */
export function cutsOfSegment(segment: number, cuts: readonly CutView[]): number[] {
  return cuts.flatMap((cut, id) => (cut.from === segment || cut.to === segment ? [id] : []));
}
