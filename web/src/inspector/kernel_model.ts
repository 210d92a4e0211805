// The Kernel tab: launch facts as words, the helpers in front of a kernel, the lines that compute what is selected.
// Pure.
import type { KernelRangeView, KernelView } from '../api_types';
import { bytes, number } from '../format';
import { rowKey } from '../selection';

export interface Fact {
  name: string;
  value: string;
  more: string;
}

/** `2,048`, `16 × 8`: what is 1 is left out. */
function extents(of: readonly number[]): string {
  let last = of.length;
  while (last > 1 && of[last - 1] === 1) last--;
  return of.slice(0, last).map(number).join(' × ');
}

export function kernelFacts(kernel: KernelView): Fact[] {
  if (kernel.grid.length === 0) return [];
  const threads = kernel.block.reduce((product, each) => product * each, 1);
  const shared = kernel.shared_bytes + kernel.dynamic_shared_bytes;
  const facts: Fact[] = [
    { name: 'grid', value: extents(kernel.grid), more: kernel.cooperative ? 'cooperative' : '' },
    { name: 'block', value: number(threads), more: kernel.block.filter((each) => each > 1).length > 1 ? extents(kernel.block) : '' },
  ];
  if (kernel.cluster.some((each) => each > 1)) facts.push({ name: 'cluster', value: extents(kernel.cluster), more: '' });
  facts.push({ name: 'registers', value: kernel.registers === null ? 'not compiled' : number(kernel.registers), more: '' });
  if (kernel.spills !== null) facts.push({ name: 'spills', value: kernel.spills === 0 ? '0' : bytes(kernel.spills), more: '' });
  facts.push({ name: 'shared', value: shared === 0 ? '0' : bytes(shared), more: '' });
  return facts;
}

export interface Helpers {
  /** Lines from 1 to this one are helpers, the empty ones behind them too; 0 where there are none. */
  last: number;
  names: string[];
}

/** The lines before the kernel's own comment. */
export function helpersOf(source: string): Helpers {
  const lines = source.split('\n');
  let first = lines.findIndex((line) => line.includes('__global__'));
  if (first < 0) return { last: 0, names: [] };
  while (first > 0 && lines[first - 1].startsWith('//')) first--;
  const names: string[] = [];
  for (const line of lines.slice(0, first)) {
    const name = /^(?:struct|union)(?: alignas\(.*\))? (\w+)/.exec(line)?.[1]
      ?? /__device__ .*?\b(\w+)\(/.exec(line.startsWith(' ') ? '' : line)?.[1];
    if (name && !names.includes(name)) names.push(name);
  }
  return { last: first, names };
}

/** Where a kernel reads or writes a parameter: each line that names it, but for the head and comments. */
function usesOfParameter(source: string, name: string): number[] {
  const pattern = new RegExp(`\\b${name}\\b`);
  const lines = source.split('\n');
  const head = lines.findIndex((line) => line.includes('__global__'));
  return lines.flatMap((line, i) => (i > head && pattern.test(line.replace(/\/\/.*/, '')) ? [i + 1] : []));
}

/** The lines that compute something lit, or load or store it, by first line. */
export function litRanges(kernel: KernelView, rows: ReadonlySet<string>): KernelRangeView[] {
  const isLit = (index: number) => rows.has(rowKey(kernel.segment, index));
  const computed = kernel.ranges.filter((range) => isLit(range.segment));
  const covered = (line: number) => computed.some((range) => range.first_line <= line && line <= range.last_line);
  const moved = kernel.arguments.flatMap(({ segment, original, label }) => {
    if (segment === null || !isLit(segment) || kernel.source === null) return [];
    return usesOfParameter(kernel.source, `T${segment}`).filter((line) => !covered(line))
      .map((line): KernelRangeView => ({ segment, original, label, first_line: line, last_line: line }));
  });
  return [...computed, ...moved].sort((a, b) => a.first_line - b.first_line || a.last_line - b.last_line);
}

/** The innermost range that holds a line. */
export function rangeOfLine(kernel: KernelView, line: number): KernelRangeView | null {
  let best: KernelRangeView | null = null;
  for (const range of kernel.ranges) {
    if (line < range.first_line || line > range.last_line) continue;
    if (!best || range.last_line - range.first_line < best.last_line - best.first_line) best = range;
  }
  return best;
}
