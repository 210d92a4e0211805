// The Kernel tab: the CUDA text of one segment, how it is launched, and the lines that compute what is selected. It asks
// the core when it is opened and when the result changes.
import { signal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Response } from '../api_types';
import { phaseWords, requestOf } from '../analysis';
import { Stopped } from '../client';
import { letter, number, plural, title } from '../format';
import type { Result } from '../state';
import { client, copyText, dispatch, good, litByHover, litBySelection, segment, selection, tables } from '../store';
import { Icon } from '../views/icons';
import { Badge, Button, hue, IconButton, Marked } from '../views/parts';
import { Code, kNoMarks } from './Code';
import { helpersOf, kernelFacts, litRanges, rangeOfLine } from './kernel_model';
import { SegmentSwitch } from './SegmentSwitch';
import { sentence } from './why_model';

type Asked = { for: Result; response: Response | null; message: string; phase: string };
const asked = signal<Asked | null>(null);

const kStopped = {
  superseded: 'Another question came first.', cancelled: 'Cancelled before the kernels were written.', crashed: 'The analyser stopped and was restarted.',
  unavailable: 'The analyser could not be loaded.',
} as const;

/** The kernels of the result that is shown; asks once for each result. */
async function ask(result: Result, again = false): Promise<void> {
  if (asked.peek()?.for === result && !again) return;
  asked.value = { for: result, response: null, message: '', phase: '' };
  try {
    const progress = (phase: string) => {
      const now = asked.peek();
      if (now?.for === result) asked.value = { ...now, phase };
    };
    const { response } = await client.ask(requestOf('kernel', result.text, result.options), { lane: 'side', progress });
    if (asked.peek()?.for === result) asked.value = { for: result, response, message: '', phase: '' };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    if (asked.peek()?.for === result) asked.value = { for: result, response: null, phase: '', message: kStopped[error.reason] };
  }
}

/** The kernels that are known of the result shown, for a report. */
export function knownKernels(): Response['kernels'] {
  const now = asked.peek();
  return now && now.for === good.peek() ? now.response?.kernels : undefined;
}

export function KernelTab() {
  const result = good.value;
  const id = segment.value;
  useEffect(() => {
    if (result) void ask(result);
  }, [result]);
  const now = asked.value?.for === result ? asked.value : null;
  const kernel = now?.response?.kernels?.find((each) => each.segment === id);
  if (!result || id === null) return null;
  return (
    <div class={`tab-fill ${hue(id)}`}>
      <div class="tab-bar"><SegmentSwitch /><span class="grow" />
        {kernel?.source && <IconButton icon="copy" label={`Copy the kernel of ${letter(id)}`} onClick={() => void copyText(kernel.source!, `Copied the kernel of ${letter(id)}`)} />}
      </div>
      {now?.message ? <p class="tab-note">{now.message} <Button small onClick={() => void ask(result, true)}>Ask again</Button></p>
        : !now?.response ? <Writing phase={now?.phase ?? ''} />
        : kernel ? <Kernel key={id} id={id} response={now.response} /> : <NoKernel response={now.response} />}
    </div>
  );
}

function Writing({ phase }: { phase: string }) {
  const words = phaseWords(phase);
  return (
    <p class="tab-note" role="status">{words.charAt(0).toUpperCase() + words.slice(1)}{/\d+ of \d+$/.test(phase) && ` ${phase.replace(/^\D*/, '')}`}
      <span class="grow" /><Button small onClick={() => client.cancel('side')}>Cancel</Button></p>
  );
}

function NoKernel({ response }: { response: Response }) {
  const error = response.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  return (
    <p class="tab-note">
      {error ? <><Icon name="error" class="err" /> <code>{error.code}</code> <Marked text={error.message} /></> : 'There is no kernel for this segment.'}
    </p>
  );
}

/** ` sum`: the op that makes a row; nothing for what is only read. */
function opOf(id: number, index: number): string {
  const value = tables.value.valueOfRow(id, index);
  const maker = value === null ? null : tables.value.values[value].maker;
  return maker === null ? '' : ` ${tables.value.ops[maker].name}`;
}

function Kernel({ id, response }: { id: number; response: Response }) {
  const [folded, setFolded] = useState(true);
  const [at, setAt] = useState(0);
  const chosen = selection.value;
  useEffect(() => setAt(0), [chosen]);
  const kernel = response.kernels!.find((each) => each.segment === id)!;
  const template = tables.value.segments[id];
  const rows = litBySelection.value.rows;
  const under = litByHover.value.rows;
  const ranges = useMemo(() => litRanges(kernel, rows), [kernel, rows]);
  const hovered = useMemo(() => litRanges(kernel, under), [kernel, under]);
  const helpers = useMemo(() => helpersOf(kernel.source ?? ''), [kernel]);
  if (kernel.source === null) {
    return (
      <>
        <p class="tab-note">{title(kernel.template)}: no kernel is launched.</p>
        <ul class="reasons">{kernel.reasons.map((reason, i) => <li key={i}><Marked text={sentence(reason)} /></li>)}</ul>
      </>
    );
  }
  const current = ranges.length > 0 ? ranges[at % ranges.length] : null;
  const lines = (list: typeof ranges) => list.map((range) => [range.first_line, range.last_line] as const);
  const marks = {
    ...kNoMarks, lit: lines(ranges), hovered: lines(hovered),
    current: current ? ([current.first_line, current.last_line] as const) : null,
    foldTo: helpers.last, foldWords: `${plural(helpers.last, 'line')} of helpers: ${helpers.names.slice(0, 4).join(', ')}${helpers.names.length > 4 ? ' …' : ''}`,
    folded,
  };
  const select = (line: number) => {
    const range = rangeOfLine(kernel, line);
    if (range) dispatch({ type: 'select', selection: { kind: 'range', segment: id, index: range.segment } });
  };
  const hover = (line: number | null) => {
    const range = line === null ? null : rangeOfLine(kernel, line);
    dispatch({ type: 'hover', hover: range ? { kind: 'range', segment: id, index: range.segment } : null });
  };
  return (
    <>
      <dl class="facts-row">{kernelFacts(kernel).map((fact) => (
        <div key={fact.name}><dt>{fact.name}</dt><dd>{fact.value}{fact.more !== '' && <span> {fact.more}</span>}</dd></div>
      ))}</dl>
      <ul class="reasons">
        {kernel.template !== template.template && <li>Made by the template {kernel.template}.</li>}
        {kernel.reasons.map((reason, i) => <li key={i}><Marked text={sentence(reason)} /></li>)}
        {response.not_compiled && kernel.registers === null && <li class="quiet">Registers and spills: {response.not_compiled}.</li>}
      </ul>
      {current && (
        <div class="range-bar">
          <Badge segment={id} /><span><code>{current.label}</code>{opOf(id, current.segment)}{current.line !== undefined && `, line ${current.line}`}</span>
          <span class="quiet">{plural(ranges.length, 'range')}</span><span class="grow" />
          <IconButton icon="previous" label="Previous range" disabled={ranges.length < 2} onClick={() => setAt((at + ranges.length - 1) % ranges.length)} />
          <span class="number">{number((at % ranges.length) + 1)} / {number(ranges.length)}</span>
          <IconButton icon="next" label="Next range" disabled={ranges.length < 2} onClick={() => setAt((at + 1) % ranges.length)} />
        </div>
      )}
      <Code text={kernel.source} language="cpp" label={`CUDA kernel of segment ${letter(id)}`} marks={marks}
        show={current?.first_line ?? null} onLine={select} onHover={hover} onFold={() => setFolded(false)} />
    </>
  );
}
