// The segmented graph as DOT for Graphviz. Pure.
import { bytes, letter, typeAndShape } from '../format';
import { segmentTitle } from '../inspector/segment_title';
import type { Tables } from '../tables';

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/\r?\n/g, '\\n')}"`;
}

const nodeOf = (op: number, segment: number) => `op${op}_${segment}`;

function clusters(tables: Tables): string[] {
  return tables.segments.map((segment) => {
    const name = `${letter(segment.id)} · ${segmentTitle(segment)}`;
    const nodes = tables.opsOfSegment(segment.id).map((id) => {
      const made = tables.ops[id].makes.map((value) => tables.values[value].label).join(', ');
      return `    ${nodeOf(id, segment.id)} [label=${quoted(`${tables.ops[id].name}\n${made}`)}];`;
    });
    return [`  subgraph cluster_${segment.id} {`, `    label=${quoted(name)};`, ...nodes, '  }'].join('\n');
  });
}

/** One arrow from where a value is made to every op that reads it; across segments dashed. */
function edges(tables: Tables): string[] {
  const lines: string[] = [];
  for (const value of tables.values) {
    const maker = value.maker === null ? null : tables.ops[value.maker];
    for (const reader of value.readers) {
      for (const segment of tables.ops[reader].segments) {
        const to = nodeOf(reader, segment);
        if (!maker) {
          if (value.is_input) lines.push(`  in${value.id} -> ${to};`);
        } else if (maker.segments.includes(segment)) {
          lines.push(`  ${nodeOf(maker.id, segment)} -> ${to};`);
        } else if (maker.segments.length > 0) {
          const label = quoted(`${value.label} · ${bytes(value.bytes)}`);
          lines.push(`  ${nodeOf(maker.id, maker.segments[0])} -> ${to} [style=dashed, penwidth=2, label=${label}];`);
        }
      }
    }
    if (value.is_output && maker && maker.segments.length > 0) lines.push(`  ${nodeOf(maker.id, maker.segments[0])} -> out${value.id};`);
  }
  return [...new Set(lines)];
}

export function dotText(tables: Tables): string {
  const inputs = tables.values.filter((value) => value.is_input && value.readers.length > 0)
    .map((value) => `  in${value.id} [shape=oval, label=${quoted(`${value.label} ${typeAndShape(value.dtype, value.shape)}`)}];`);
  const outputs = tables.values.filter((value) => value.is_output && value.maker !== null)
    .map((value) => `  out${value.id} [shape=oval, penwidth=2, label=${quoted(value.label)}];`);
  return ['digraph segments {', '  rankdir=TB;', '  node [shape=box, fontname="sans-serif"];', ...inputs, ...outputs,
    ...clusters(tables), ...edges(tables), '}', ''].join('\n');
}
