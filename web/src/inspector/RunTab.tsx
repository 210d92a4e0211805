// The Run tab: the segments run in order, in the browser or by the runner of this machine, and are compared with the
// whole. A run can be stopped at any time; in the browser the core scales large extents down first, and that is said.
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Request, Response } from '../api_types';
import { phaseWords, requestOf } from '../analysis';
import { Stopped, type Answer } from '../client';
import { bytes, number, shortType } from '../format';
import { commandLine } from '../share/command_line';
import type { Result } from '../state';
import { announcement, client, copyText, good, state } from '../store';
import { Icon } from '../views/icons';
import { Badge, Button, hue, IconButton, Marked, Switch } from '../views/parts';
import { askRunner, runner } from './local_runner';
import { microseconds, outputLines, timeLines, verdictTitle, type OutputLine } from './run_model';
import { sentence } from './why_model';

type Now =
  | { kind: 'none' }
  | { kind: 'running'; for: Result; phase: string; since: number }
  | { kind: 'stopped'; for: Result; phase: string }
  | { kind: 'failed'; for: Result; message: string }
  | { kind: 'done'; for: Result; response: Response; milliseconds: number };

const now = signal<Now>({ kind: 'none' });
/** Bytes that a run may take before the core scales the extents down, so that it ends in seconds; and in full size. */
const kMemory = 1 << 25;
const kFullMemory = 3 * 2 ** 29;

/** Where a run happens: in the page, or on this machine's CPU or GPU by the local runner. */
type Target = 'page' | 'cpu' | 'cuda';
const target = signal<Target>('page');
let stopLocal = new AbortController();

/** The last finished run of the result shown, for a report. */
export function knownRun(): Response | undefined {
  const last = now.peek();
  return last.kind === 'done' && last.for === good.peek() ? last.response : undefined;
}

/** Like one of the page's workers, so that both end the same way. */
async function askedLocally(request: Request, device: 'cpu' | 'cuda'): Promise<Answer> {
  const begin = performance.now();
  stopLocal = new AbortController();
  const response = await askRunner({ ...request, device }, stopLocal.signal).catch((error: unknown) => {
    throw stopLocal.signal.aborted ? new Stopped('cancelled', 'run') : error;
  });
  return { response, milliseconds: performance.now() - begin };
}

function cancel(): void {
  stopLocal.abort();
  client.cancel('run');
}

async function start(result: Result, full = false): Promise<void> {
  now.value = { kind: 'running', for: result, phase: target.peek() === 'page' ? '' : 'run', since: performance.now() };
  const request = requestOf('run', result.text, result.options);
  const where = target.peek();
  const progress = (phase: string) => {
    const running = now.peek();
    if (running.kind === 'running') now.value = { ...running, phase };
  };
  try {
    const { response, milliseconds } = where === 'page'
      ? await client.ask({ ...request, memory: full ? kFullMemory : kMemory, shrink: !full }, { lane: 'run', progress })
      : await askedLocally(request, where);
    now.value = { kind: 'done', for: result, response, milliseconds };
    announcement.value = response.run ? response.run.verdict : 'The run was refused';
  } catch (error) {
    const running = now.peek();
    if (!(error instanceof Stopped)) {
      const message = error instanceof Error ? error.message : 'it gave no answer';
      if (running.kind === 'running' && running.for === result) now.value = { kind: 'failed', for: result, message };
      return;
    }
    if (running.kind === 'running' && running.for === result) now.value = { kind: 'stopped', for: result, phase: phaseWords(error.message || running.phase) };
  }
}

function Working({ running }: { running: Extract<Now, { kind: 'running' }> }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, []);
  const counted = /([\d,]+) of ([\d,]+)$/.exec(running.phase);
  const [done, total] = counted ? [1, 2].map((i) => Number(counted[i].replace(/,/g, ''))) : [0, 0];
  const words = phaseWords(running.phase);
  const seconds = (performance.now() - running.since) / 1000;
  return (
    <div class="run-box" role="status">
      <p><b>{words.charAt(0).toUpperCase() + words.slice(1)}</b> {counted && <span class="quiet">segment {counted[1]} of {counted[2]}</span>} <span class="quiet">{seconds >= 1 && `${seconds.toFixed(0)} s`}</span></p>
      <progress aria-label={words} max={Math.max(1, total)} value={counted ? done : undefined} />
      <p class="quiet">The page stays usable.</p>
    </div>
  );
}

function Outputs({ lines }: { lines: readonly OutputLine[] }) {
  return (
    <section class="part">
      <h3>Outputs</h3>
      <div class="table-frame">
        <table class="outputs">
          <thead><tr><th scope="col"><span class="visually-hidden">Matches</span></th><th scope="col">Value</th><th scope="col">Type</th><th scope="col" class="number">Max error</th>
            <th scope="col" class="number">Relative</th><th scope="col"><span class="visually-hidden">Share of what is allowed</span></th><th scope="col" class="number">Allowed</th></tr></thead>
          <tbody>
            {lines.map((line, i) => (
              <tr key={i}>
                <td><Icon name={line.matches ? 'check' : 'error'} class={line.matches ? 'ok' : 'err'} /><span class="visually-hidden">{line.matches ? 'matches' : 'differs'}</span></td>
                <td><code>{line.label}</code>{line.updatesInput && <span class="quiet"> in place</span>}</td>
                <td><code>{shortType(line.dtype)}</code></td>
                <td class="number">{line.error}</td><td class="number">{line.relative}</td>
                <td class="error-bar">{line.used !== null && <span aria-hidden="true"><i class={line.matches ? '' : 'err'} style={{ width: `${100 * line.used}%` }} /></span>}</td>
                <td class="number quiet">{line.allowed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Times({ response }: { response: Response }) {
  const { lines, total } = timeLines(response);
  const shown = lines.slice(0, 40);
  return (
    <section class="part">
      <h3>Where the time goes</h3>
      {total === 0 && <p class="nothing">No times: the clock did not move, or the core has none here.</p>}
      <div class="time-bar" hidden={total === 0} aria-hidden="true">
        {shown.map((line) => line.share > 0 && <i key={line.segment} class={hue(line.segment)} style={{ flexGrow: line.share }}>{line.share > 0.06 && <Badge segment={line.segment} />}</i>)}
      </div>
      <div class="table-frame">
        <table class="times">
          <thead><tr><th scope="col">Segment</th><th scope="col" class="number">Bytes</th><th scope="col" class="number">Time</th><th scope="col" class="number">Share</th></tr></thead>
          <tbody>
            {shown.map((line) => (
              <tr key={line.segment}><td><Badge segment={line.segment} /> {line.template}</td><td class="number">{bytes(line.bytes)}</td>
                <td class="number">{line.microseconds === 0 ? 'under 0.1 ms' : microseconds(line.microseconds)}</td><td class="number">{number(100 * line.share)}%</td></tr>
            ))}
            <tr class="total"><td>All {number(lines.length)}</td><td class="number">{bytes(lines.reduce((sum, line) => sum + line.bytes, 0))}</td><td class="number"><b>{microseconds(total)}</b></td><td /></tr>
          </tbody>
        </table>
      </div>
    </section>
  );
}

function CommandRow({ words, command }: { words: string; command: string }) {
  return (
    <>
      <p class="quiet">{words}</p>
      <div class="command"><code tabIndex={0}>{command}</code><IconButton icon="copy" label="Copy the command" onClick={() => void copyText(command, 'Copied the command')} /></div>
    </>
  );
}

/** The choice of places, where there is one. */
function Targets() {
  const local = runner.value;
  if (!local) return <span class="run-target"><Icon name="chip" />CPU reference, in this page</span>;
  const places: (readonly [Target, string])[] = [['page', 'This page'], ['cpu', 'CPU, this computer']];
  if (local.gpu) places.push(['cuda', `${local.gpu}, this computer`]);
  return <Switch<Target> label="Where it runs" value={target.value} choices={places} onChange={(place) => (target.value = place)} />;
}

function NoGpu({ name, result }: { name: string; result: Result }) {
  const local = runner.value;
  if (local?.gpu) return null;
  return (
    <>
      <p class="no-gpu"><Icon name="chip" /><b>{local ? 'No GPU on this computer' : 'No GPU on this page'}</b></p>
      {local?.why_no_gpu && <p class="quiet">{sentence(local.why_no_gpu)}</p>}
      <CommandRow words="To run and time the kernels where a GPU is:" command={commandLine('run', name, result.options, ['--device', 'cuda'])} />
      {!local && <CommandRow words="Or let this page use your computer, its GPU too:" command="cleave serve" />}
    </>
  );
}

function Done({ response, onFull }: { response: Response; onFull(): void }) {
  const lines = outputLines(response);
  const { run } = response;
  if (!run) {
    const error = response.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
    return <div class="run-box bad"><Icon name="error" class="err" /><p><b>It did not run.</b> {error && <><code>{error.code}</code> <Marked text={sentence(error.message)} /></>}</p></div>;
  }
  return (
    <>
      <div class={`run-box ${run.matches ? 'good' : 'bad'}`}>
        <Icon name={run.matches ? 'check' : 'error'} class={run.matches ? 'ok' : 'err'} />
        <div><b>{verdictTitle(lines)}</b><p>{sentence(run.verdict)} Seed {run.seed}, at most {bytes(run.peak_bytes)} of values alive{run.gpu ? `, on ${run.gpu}` : ''}.</p>
          {run.shrink && <p><Marked text={sentence(run.shrink)} /></p>}</div>
        {run.shrink && <Button onClick={onFull}>Run in full size</Button>}
      </div>
      <Outputs lines={lines} />
      <Times response={response} />
    </>
  );
}

export function RunTab() {
  const result = good.value;
  if (!result) return null;
  const shown = now.value.kind !== 'none' && now.value.for === result ? now.value : { kind: 'none' as const };
  const running = shown.kind === 'running';
  const name = state.value.name;
  return (
    <>
      <div class="tab-bar">
        <Targets /><span class="grow" />
        {running ? <Button icon="stop" onClick={cancel}>Cancel</Button>
          : <Button primary icon="play" onClick={() => void start(result)}>{shown.kind === 'done' ? 'Run again' : 'Run'}</Button>}
      </div>
      {shown.kind === 'none' && <div class="run-box"><p>Runs every segment in order on random inputs, then the whole definition, and compares each output. Not run yet.</p></div>}
      {running && <Working running={shown} />}
      {shown.kind === 'stopped' && <div class="run-box"><Icon name="stop" /><p><b>Cancelled while {shown.phase}.</b> Nothing was changed.</p></div>}
      {shown.kind === 'failed' && <div class="run-box bad"><Icon name="error" class="err" /><p><b>The runner of this computer gave no answer.</b> {sentence(shown.message)} Start <code>cleave serve</code> again and open the address that it prints.</p></div>}
      {shown.kind === 'done' && <Done response={shown.response} onFull={() => void start(result, true)} />}
      <section class="part">
        <h3>Same run from the command line</h3>
        <CommandRow words="On the CPU:" command={commandLine('run', name, result.options)} />
        <NoGpu name={name} result={result} />
      </section>
    </>
  );
}
