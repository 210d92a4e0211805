// What is said after a paste: what was taken, what was ignored, and the segment that a pasted error names. Pure.
import { letter, plural } from './format';
import type { Selection } from './selection';
import type { Notice, Result } from './state';

/** The segment that an error in the text names, by number; null where none is named. */
export function namedSegment(text: string): number | null {
  const named = /segmentation group (\d+)|_c\d+_r\d+_g(\d+)\b|\bgroup id:? (\d+)/i.exec(text);
  return named ? Number(named[1] ?? named[2] ?? named[3]) : null;
}

export function arrival(result: Result): { notice: Notice; selection: Selection | null } {
  const { source, inputs, segments } = result.response;
  if (!source) {
    return {
      selection: null,
      notice: { tone: 'info', icon: 'info', title: 'There is no definition in that',
        text: 'A definition is a function with `fd` or a `with FusionDefinition() as fd:` block. Undo brings your text back.',
        action: { label: 'Undo', command: 'undo' } },
    };
  }
  const given = inputs?.filter((input) => input.origin === 'script').length ?? 0;
  const took = given > 0 ? `Took the definition and ${plural(given, 'input')}` : 'Took the definition';
  const others = source.definition_count > 1 ? `There are ${source.definition_count} definitions; this is ${source.definition}. ` : '';
  const ignored = source.ignored_lines > 0 ? `Ignored: ${plural(source.ignored_lines, 'other line')}. ` : '';
  const named = namedSegment(result.text);
  const found = named !== null && segments && named < segments.length ? named : null;
  const error = found === null ? '' : `The error names segment ${found}: selected ${letter(found)}.`;
  return {
    selection: found === null ? null : { kind: 'segment', id: found },
    notice: { tone: 'ok', icon: 'check', title: took, text: `${others}${ignored}${error}`.trim() || source.summary,
      action: { label: 'Undo', command: 'undo' } },
  };
}

/** Said when ops are not known, once for each number of them. */
export function partial(result: Result, before: Result | null): Notice | null {
  const unknown = result.tables.ops.filter((op) => op.opaque);
  const known = before?.tables.ops.filter((op) => op.opaque).length ?? 0;
  if (unknown.length === 0 || unknown.length === known) return null;
  const lines = [...new Set(unknown.map((op) => op.line).filter((line) => line !== undefined))];
  const where = lines.length === 0 ? '' : `, ${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 6).join(', ')}${lines.length > 6 ? ' and more' : ''},`;
  const total = result.tables.ops.length;
  return {
    tone: 'info', icon: 'info', title: `${unknown.length} of ${plural(total, 'op')} ${unknown.length === 1 ? 'is' : 'are'} not known`,
    text: `${[...new Set(unknown.map((op) => op.name))].slice(0, 3).join(', ')}${where} stay opaque. The other ${total - unknown.length} are analysed.`,
    action: { label: 'Show them', command: 'show_unknown' },
  };
}
