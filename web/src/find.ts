// What the palette finds: ops, values, segments, cuts and commands whose words contain what was typed, letter after
// letter, the closest first. Pure.
import type { Command } from './commands';
import { letter, typeAndShape } from './format';
import type { Selection } from './selection';
import type { Tables } from './tables';

export interface Found {
  kind: 'command' | 'op' | 'value' | 'segment' | 'cut';
  /** What is matched and shown first. */
  name: string;
  detail: string;
  keys?: string;
  selection?: Selection;
  command?: string;
  segment?: number;
}

/** How well `wanted` fits into `name`; null where it does not. Both in lower case. */
export function closeness(name: string, wanted: string): number | null {
  const at = name.indexOf(wanted);
  if (at >= 0) return 1000 - at - (name.length - wanted.length) * 0.1 + (at === 0 ? 100 : /\W|_/.test(name[at - 1]) ? 50 : 0);
  let score = 0;
  let from = 0;
  for (const character of wanted) {
    const found = name.indexOf(character, from);
    if (found < 0) return null;
    score += found === from ? 8 : found > 0 && /\W|_/.test(name[found - 1]) ? 5 : -Math.min(4, found - from);
    from = found + 1;
  }
  return score - name.length * 0.1;
}

/** Everything that can be found, in the order in which it is shown when nothing is typed. */
export function everything(tables: Tables, commands: readonly Command[]): Found[] {
  const found: Found[] = [];
  tables.segments.forEach((segment) => found.push({
    kind: 'segment', name: `${letter(segment.id)} g${segment.id} ${segment.template}`, detail: `segment, ${segment.ops} ops`,
    selection: { kind: 'segment', id: segment.id }, segment: segment.id,
  }));
  tables.cuts.forEach((cut, id) => found.push({
    kind: 'cut', name: `cut at ${tables.nameOfCut(id)}`, detail: `${letter(cut.from)} to ${letter(cut.to)}`,
    selection: { kind: 'cut', id },
  }));
  for (const command of commands) {
    if (command.enabled?.() !== false) {
      found.push({ kind: 'command', name: command.title, detail: command.group, keys: command.keys?.[0], command: command.id });
    }
  }
  for (const op of tables.ops) {
    const made = op.makes.map((id) => tables.values[id].label).join(', ');
    found.push({
      kind: 'op', name: `${op.name} ${made}`, detail: op.line === undefined ? op.attributes : `line ${op.line}`,
      selection: { kind: 'op', id: op.id }, segment: op.segments[0],
    });
  }
  for (const value of tables.values) {
    found.push({
      kind: 'value', name: value.label, detail: value.kind === 'tensor' ? typeAndShape(value.dtype, value.shape) : value.kind,
      selection: { kind: 'value', id: value.id },
    });
  }
  return found;
}

/** The best of them for what was typed. Words may come in any order. */
export function find(all: readonly Found[], typed: string, most = 60): Found[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all.slice(0, most);
  const scored: { found: Found; score: number }[] = [];
  for (const found of all) {
    const name = found.name.toLowerCase();
    let score = 0;
    for (const word of words) {
      const one = closeness(name, word) ?? (found.detail.toLowerCase().includes(word) ? 0 : null);
      if (one === null) { score = NaN; break; }
      score += one;
    }
    if (!Number.isNaN(score)) scored.push({ found, score });
  }
  scored.sort((a, b) => b.score - a.score);
  return scored.slice(0, most).map(({ found }) => found);
}
