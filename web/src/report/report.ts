// The report by itself: reads the JSON that stands in the page and writes it out as text and tables. It loads nothing,
// asks nothing, and runs where the file is opened, with or without a network.
import type { CutView, KernelView, SegmentView } from '../api_types';
import { bytes, letter, number, percent, plural } from '../format';
import { segmentTitle, templateName } from '../inspector/segment_title';
import { ownNames } from '../inspector/map_model';
import { microseconds, outputLines, timeLines, verdictTitle } from '../inspector/run_model';
import { allTraffic, costLines, crossingNames, sentence } from '../inspector/why_model';
import { DEFAULT_OPTIONS } from '../state';
import { commandLine } from '../share/command_line';
import type { Report } from '../share/report';
import { code, el, folded, marked, table, type Child } from './elements';

function badge(segment: number): HTMLElement {
  return el('span', `badge seg-${String.fromCharCode(97 + (segment % 12))}`, letter(segment));
}

function summary({ response, options }: Report): Child[] {
  const total = response.summary;
  const facts = total
    ? `${plural(total.ops, 'op')} → ${plural(total.kernels, 'kernel')} · ${plural(total.cuts, 'cut')} · ${bytes(total.bytes_of_cuts)} of ${bytes(total.bytes)} global traffic because of cuts`
    : response.source?.summary ?? 'No result';
  return [
    el('p', 'facts', facts),
    el('p', 'quiet', `Rules ${options.rules ?? DEFAULT_OPTIONS.rules}, device ${options.gpu ?? DEFAULT_OPTIONS.gpu}, Cleave ${response.version}`),
  ];
}

/** As an image, in which no script of a drawing can run. */
function drawing({ svg, name }: Report): Child {
  if (!svg) return null;
  const image = document.createElement('img');
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  image.alt = `Graph of ${name}: what it shows stands below as text`;
  return el('figure', '', image);
}

function cutPart(cut: CutView, total: number): HTMLElement {
  const lead = cut.reasons[0];
  return el('section', 'cut',
    el('h3', '', badge(cut.from), el('span', 'cut-bar'), badge(cut.to), ' cut at ', marked(crossingNames(cut))),
    lead && el('p', 'lead', marked(sentence(lead.message))),
    el('p', '', 'Costs ', el('b', '', bytes(cut.traffic_bytes)), `, ${percent(cut.traffic_bytes, total)} of all traffic. `, lead && el('code', 'quiet', lead.code)),
    el('p', '', el('b', '', 'What would remove it: '), marked(cut.cure ? cut.cure.text : cut.cure_searched ? 'Nothing that Cleave knows of.' : 'Not searched: the definition is too large to try.')),
    table(['Value', 'Type', 'Shape', 'Moved'], costLines(cut).map((line) => [el('code', '', line.label), line.dtype, line.shape, bytes(line.bytes)]), [3]),
    folded(`Tried: ${plural(cut.reasons.length, 'template')}`,
      table(['Template', 'Why not', 'Code'], cut.reasons.map((reason) => [templateName(reason), marked(reason.message), el('code', '', reason.code)]))));
}

function segmentPart(segment: SegmentView, kernel: KernelView | undefined, values: Report['response']['values']): HTMLElement {
  const name = ownNames(segment.definition);
  const kindOf = (index: number) => values?.find((value) => value.segments.some((place) => place.segment === segment.id && place.index === index))?.kind ?? 'scalar';
  return el('section', '',
    el('h3', '', badge(segment.id), ` ${segmentTitle(segment)} `, el('span', 'quiet', `g${segment.id} · ${plural(segment.ops, 'op')} · reads ${bytes(segment.bytes_read)}, writes ${bytes(segment.bytes_written)}`)),
    code(segment.repro ?? segment.definition, `Definition of segment ${letter(segment.id)}`),
    folded('Index map', table(['Segment', 'Original', 'Role', 'Name'], segment.index_map.map((entry) =>
      [el('code', '', name(kindOf(entry.segment), entry.segment)), entry.original === null ? 'none' : String(entry.original).replace('-', '−'), entry.role, el('code', '', entry.label)]))),
    kernel?.source ? folded('Kernel', code(kernel.source, `Kernel of segment ${letter(segment.id)}`)) : null);
}

function runPart({ run }: Report): Child {
  if (!run?.run) return null;
  const lines = outputLines(run);
  const times = timeLines(run);
  return el('section', '', el('h2', '', 'Run'), el('p', '', el('b', '', verdictTitle(lines)), `. ${sentence(run.run.verdict)}`),
    run.run.shrink ? el('p', '', sentence(run.run.shrink)) : null,
    table(['Output', 'Type', 'Max error', 'Relative', 'Allowed', ''], lines.map((line) => [el('code', '', line.label), line.dtype, line.error, line.relative, line.allowed, line.matches ? 'matches' : 'differs']), [2, 3, 4]),
    table(['Segment', 'Bytes', 'Time'], times.lines.map((line) => [badge(line.segment), bytes(line.bytes), microseconds(line.microseconds)]), [1, 2]));
}

function messages({ response }: Report): Child {
  if (response.diagnostics.length === 0) return null;
  return el('section', '', el('h2', '', 'Problems'), table(['Code', 'Line', 'Message'], response.diagnostics.map((each) =>
    [el('code', '', each.code), each.line === undefined ? '' : number(each.line), marked(each.message)]), [1]));
}

/** A link of this page only ever leads to a web page. */
function safeLink(address: string | undefined): Child {
  if (!address || !/^https?:\/\//.test(address)) return null;
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noreferrer';
  link.textContent = 'Open in the visualizer';
  return el('p', '', link);
}

function page(report: Report): HTMLElement {
  const { response } = report;
  const total = allTraffic(response);
  const cuts = response.cuts ?? [];
  const segments = response.segments ?? [];
  return el('main', '',
    el('h1', '', report.name), ...summary(report), safeLink(report.link), messages(report), drawing(report),
    el('section', '', el('h2', '', cuts.length === 0 ? 'No cut' : 'Why it is cut'),
      cuts.length === 0 && segments.length > 0 ? el('p', '', 'One kernel holds the whole definition.') : null, ...cuts.map((cut) => cutPart(cut, total))),
    el('section', '', el('h2', '', 'Segments'), ...segments.map((segment) =>
      segmentPart(segment, report.kernels?.find((kernel) => kernel.segment === segment.id), response.values))),
    runPart(report),
    el('section', '', el('h2', '', 'Definition'), code(report.text, 'Definition')),
    el('section', '', el('h2', '', 'The same from the command line'),
      code(commandLine('explain', report.name, { ...DEFAULT_OPTIONS, ...report.options }), 'Command line')));
}

const place = document.getElementById('cleave-report');
try {
  const report = JSON.parse(place?.textContent ?? '') as Report;
  document.title = `${report.name} · Cleave`;
  document.body.append(page(report));
} catch {
  document.body.append(el('main', '', el('h1', '', 'Cleave'), el('p', '', 'There is no result in this file, or it was cut short.')));
}
