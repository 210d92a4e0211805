// The Run tab: outputs against what is allowed, bytes and time of each segment, what was scaled down. Pure.
import type { OutputView, Response } from '../api_types';
import { segmentTitle } from './segment_title';

export interface OutputLine {
  label: string;
  dtype: string;
  shape: number[];
  matches: boolean;
  /** `0`, `3.9e-3`, `not a number`. */
  error: string;
  relative: string;
  allowed: string;
  /** How much of what is allowed is used, from 0 to 1; null where nothing may differ or nothing can be said. */
  used: number | null;
  updatesInput: boolean;
}

/** `3.9e-3`, `0`. */
export function small(value: number | null): string {
  if (value === null) return 'not a number';
  if (value === 0) return '0';
  if (value >= 0.01 && value < 10_000) return String(Number(value.toPrecision(2)));
  return value.toExponential(1);
}

function lineOf(output: OutputView): OutputLine {
  const { max_rel_error: relative, relative_tolerance: allowed } = output;
  return {
    label: output.label, dtype: output.dtype, shape: output.shape, matches: output.matches,
    error: small(output.max_abs_error), relative: small(relative), allowed: allowed === 0 ? 'equal' : small(allowed),
    used: relative === null || allowed === 0 ? null : Math.min(1, relative / allowed),
    updatesInput: output.updates_input,
  };
}

export function outputLines(response: Response): OutputLine[] {
  return (response.outputs ?? []).map(lineOf);
}

/** `4 of 4 outputs match the reference`. */
export function verdictTitle(lines: readonly OutputLine[]): string {
  if (lines.length === 0) return 'There is no output to compare';
  const good = lines.filter((line) => line.matches).length;
  return `${good} of ${lines.length} outputs match the reference`;
}

export interface TimeLine {
  segment: number;
  template: string;
  bytes: number;
  microseconds: number;
  /** Of the time of all, from 0 to 1. */
  share: number;
}

export function timeLines(response: Response): { lines: TimeLine[]; total: number } {
  const segments = response.segments ?? [];
  const total = segments.reduce((sum, each) => sum + (each.microseconds ?? 0), 0);
  return {
    total,
    lines: segments.map((each) => ({
      segment: each.id, template: segmentTitle(each), bytes: each.bytes_read + each.bytes_written,
      microseconds: each.microseconds ?? 0, share: total === 0 ? 0 : (each.microseconds ?? 0) / total,
    })),
  };
}

/** `45 µs`, `2.0 ms`, `1.3 s`. */
export function microseconds(value: number): string {
  if (value < 1000) return `${Math.round(value)} µs`;
  if (value < 1_000_000) return `${(value / 1000).toPrecision(value < 10_000 ? 2 : 3)} ms`;
  return `${(value / 1_000_000).toFixed(1)} s`;
}
