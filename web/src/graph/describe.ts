// What a node of the graph is called by those who do not see it. Pure.
import type { DrawnShapeView } from '../api_types';
import { bytes, letter, plural, title, typeAndShape } from '../format';
import type { Tables } from '../tables';

function list(names: readonly string[]): string {
  return names.length > 6 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}

export function describeSegment(tables: Tables, id: number, expanded: boolean): string {
  const segment = tables.segments[id];
  const into = tables.cuts.filter((cut) => cut.to === id).length;
  const cuts = into > 0 ? `, ${plural(into, 'cut')} into it` : '';
  return `Segment ${letter(id)}, g${id}, ${title(segment.template)}, ${plural(segment.ops, 'op')}, reads ${bytes(segment.bytes_read)}, `
    + `writes ${bytes(segment.bytes_written)}${cuts}, ${expanded ? 'open' : 'closed'}`;
}

function describeOp(tables: Tables, id: number, segment: number | null): string {
  const op = tables.ops[id];
  const made = op.makes.map((value) => tables.values[value]);
  const type = made[0] && made[0].kind === 'tensor' ? `, ${typeAndShape(made[0].dtype, made[0].shape)}` : '';
  const reads = op.reads.map((value) => tables.values[value].label);
  const readers = new Set(made.flatMap((value) => value.readers));
  const consumers = [...readers].map((reader) => `${tables.ops[reader].name}${tables.ops[reader].line === undefined ? '' : ` line ${tables.ops[reader].line}`}`);
  return [
    `${list(made.map((value) => value.label))}, ${op.name}${reads.length > 0 ? ` of ${list(reads)}` : ''}${op.attributes ? `, ${op.attributes}` : ''}${type}`,
    segment === null ? '' : `in segment ${letter(segment)}`,
    op.line === undefined ? '' : `line ${op.line}`,
    op.opaque ? 'not known, kept opaque' : '',
    consumers.length > 0 ? `consumed by ${list(consumers)}` : '',
  ].filter(Boolean).join(', ');
}

function describeCut(tables: Tables, id: number): string {
  const cut = tables.cuts[id];
  const reason = cut.reasons[0];
  return `Cut ${letter(cut.from)} to ${letter(cut.to)} at ${tables.nameOfCut(id).replace(/,/g, ', ')}, ${bytes(cut.value_bytes)}${reason ? `, ${reason.message.replace(/`/g, '')}` : ''}`;
}

function describeValue(tables: Tables, id: number, kind: string): string {
  const value = tables.values[id];
  return `${kind} ${value.label}${value.kind === 'tensor' ? `, ${typeAndShape(value.dtype, value.shape)}` : ''}, ${bytes(value.bytes)}`;
}

export function describe(tables: Tables, shape: DrawnShapeView, expanded: ReadonlySet<number>): string {
  switch (shape.kind) {
    case 'card': return tables.segments[shape.id] ? describeSegment(tables, shape.id, expanded.has(shape.id)) : '';
    case 'pill': return tables.cuts[shape.id] ? describeCut(tables, shape.id) : '';
    case 'input': return tables.values[shape.id] ? describeValue(tables, shape.id, 'Input') : '';
    case 'output': return tables.values[shape.id] ? describeValue(tables, shape.id, 'Output') : '';
    default: return tables.ops[shape.id] ? describeOp(tables, shape.id, shape.segment) : '';
  }
}
