// The result as Markdown for an issue: numbers, segments, every cut with its reason, the definition, how to see it again.
// Pure. Whatever the text holds, it stays inside its fence.
import type { CutView, Response } from '../api_types';
import { bytes, letter, percent, plural } from '../format';
import { segmentTitle } from '../inspector/segment_title';
import { allTraffic, crossingNames, sentence } from '../inspector/why_model';
import type { Options } from '../state';
import { commandLine } from './command_line';

export interface Told {
  text: string;
  name: string;
  options: Options;
  response: Response;
}

/** A fence longer than any in the text. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n*$/, '\n')}${fence}\n`;
}

/** Text of the definition in a cell of a table or in a sentence. */
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[|<>\\]/g, '\\$&');
}

function segmentTable(response: Response): string {
  const rows = (response.segments ?? []).map((segment) =>
    `| ${letter(segment.id)} | g${segment.id} | ${segmentTitle(segment)} | ${segment.ops} | ${bytes(segment.bytes_read)} | ${bytes(segment.bytes_written)} |\n`);
  return `| | segment | kernel | ops | reads | writes |\n|---|---|---|--:|--:|--:|\n${rows.join('')}`;
}

function cutWords(cut: CutView, total: number): string {
  const lead = cut.reasons[0];
  const reason = lead ? `${cell(sentence(lead.message))} (\`${lead.code}\`)` : 'No template was asked.';
  const cure = cut.cure ? ` What would remove it: ${cell(cut.cure.text)}` : '';
  return `* **${letter(cut.from)} ✂ ${letter(cut.to)}** at ${cell(crossingNames(cut))}: ${reason} Costs ${bytes(cut.traffic_bytes)}, ${percent(cut.traffic_bytes, total)} of all traffic.${cure}\n`;
}

export function issueText(told: Told, link: string): string {
  const { response, options, name, text } = told;
  const segments = response.segments?.length ?? 0;
  const cuts = response.cuts ?? [];
  const total = allTraffic(response);
  const ops = response.summary?.ops ?? response.source?.ops ?? 0;
  const parts = [
    `### ${cell(name)}: ${plural(ops, 'op')} → ${plural(response.summary?.kernels ?? segments, 'kernel')}, ${plural(cuts.length, 'cut')}\n`,
    segmentTable(response),
    cuts.length === 0 ? 'One kernel holds the whole definition.\n' : cuts.map((cut) => cutWords(cut, total)).join(''),
    fenced(text, 'python'),
    `Rules \`${options.rules}\`, device \`${options.gpu}\`, Cleave ${response.version}.\n`,
    fenced(commandLine('explain', name, options), 'sh'),
  ];
  if (link !== '') parts.push(`[Open in the visualizer](${link})\n`);
  return parts.join('\n');
}
