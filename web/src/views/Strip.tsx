// One line on the whole: ops to kernels, cuts, what the cuts cost; then where the traffic is, then the steps of the
// joining. While the core works it says at what, and when there are errors the first of them.
import { useEffect, useState } from 'preact/hooks';
import { phaseWords } from '../analysis';
import type { SegmentView } from '../api_types';
import { run } from '../commands';
import { bytes, bytesDelta, letter, number, percent, plural } from '../format';
import { suggestionOf } from '../places';
import { count, type Result, type Work } from '../state';
import { barsAround } from '../steps';
import { dispatch, good, last, preview, selection, step, tables, work } from '../store';
import { kBelowGraph } from '../graph/Traffic';
import { Icon } from './icons';
import { narrow, wide } from './media';
import { Button, hue, IconButton, Marked } from './parts';

const kCancelAfter = 2000;
/** Bars that fit beside the traffic. */
const kBars = 18;

function Facts({ result }: { result: Result }) {
  const summary = result.response.summary;
  if (!summary) return null;
  const notes = count(result, 'warning') + count(result, 'note');
  const dot = <span class="dot" aria-hidden="true" />;
  return (
    <p class="facts">
      <span><b>{number(summary.ops)}</b> ops</span>
      <Icon name="arrow" /><span class="visually-hidden">become</span>
      <span><b>{number(summary.kernels)}</b> {summary.kernels === 1 ? 'kernel' : 'kernels'}</span>
      {dot}
      <span><b>{number(summary.cuts)}</b> {summary.cuts === 1 ? 'cut' : 'cuts'}</span>
      {dot}
      <span>
        <b>{bytesDelta(summary.bytes_of_cuts)}</b>
        {!narrow.value && <> global traffic <span class="quiet">{summary.bytes_of_cuts > 0 && '+'}{percent(summary.bytes_of_cuts, summary.bytes_whole)}</span></>}
      </span>
      {notes > 0 && !narrow.value && <>{dot}<span>{plural(notes, 'note')}</span></>}
    </p>
  );
}

function Trouble({ result }: { result: Result }) {
  const errors = result.response.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const first = errors[0];
  return (
    <p class="facts">
      <Icon name="error" />
      <b>{plural(errors.length, 'error')}</b>
      <span class="dot" aria-hidden="true" />
      <span>{first.line !== undefined && `line ${first.line}: `}<Marked text={suggestionOf(first).seen} /></span>
    </p>
  );
}

/** Slices thinner than this share of the whole are drawn together. */
const kThinnest = 1 / 160;

interface Slice {
  segment: number | null;
  bytes: number;
}

/** Segments in run order, those too thin to be seen together as one. */
function slicesOf(segments: readonly SegmentView[], total: number): Slice[] {
  const slices: Slice[] = [];
  for (const segment of segments) {
    const own = segment.bytes_read + segment.bytes_written;
    const before = slices[slices.length - 1];
    if (own > total * kThinnest) slices.push({ segment: segment.id, bytes: own });
    else if (before && before.segment === null) before.bytes += own;
    else if (own > 0) slices.push({ segment: null, bytes: own });
  }
  return slices;
}

function TrafficBar({ result }: { result: Result }) {
  const segments = result.response.segments ?? [];
  const total = segments.reduce((sum, segment) => sum + segment.bytes_read + segment.bytes_written, 0);
  // A small graph has the same chart below it.
  if (total === 0 || segments.length <= kBelowGraph) return null;
  const chosen = selection.value?.kind === 'segment' ? selection.value.id : -1;
  return (
    <>
      <div class="traffic-bar" role="group" aria-label="Global traffic by segment">
        {slicesOf(segments, total).map(({ segment, bytes: own }, i) => {
          if (segment === null) return <span key={`thin-${i}`} class="thin" style={{ flexGrow: own }} title={`small segments: ${bytes(own)}`} />;
          const words = `${letter(segment)}: ${bytes(own)}, ${percent(own, total)}`;
          return (
            <button type="button" key={segment} class={hue(segment)} style={{ flexGrow: own }} title={words}
              aria-label={words} aria-pressed={segment === chosen} tabIndex={-1}
              onClick={() => dispatch({ type: 'select', selection: { kind: 'segment', id: segment } })}>
              {own / total > 0.1 ? letter(segment) : ''}
            </button>
          );
        })}
      </div>
      <span class="quiet">{bytes(total)}</span>
    </>
  );
}

function Steps() {
  const merges = tables.value.merges;
  if (merges.length === 0) return null;
  const shown = step.value ?? merges.length - 1;
  const merge = merges[shown];
  const bars = barsAround(merges, shown, kBars);
  const words = `Merge ${number(shown + 1)} of ${number(merges.length)}${merge.refused !== null ? ': refused' : ''}`;
  return (
    <div class="steps" role="group" aria-label="Steps of the joining" title={merge.refused ?? `saves ${bytes(merge.saved_bytes)}`}>
      <IconButton icon="previous" label="Previous step" keys="j" disabled={shown === 0} onClick={() => run('previous_step')} />
      <svg width={bars.length * 6} height="22" aria-hidden="true">
        {bars.map((bar, i) => {
          const height = Math.round(3 + bar.height * 12);
          return (
            <g key={bar.step} onClick={() => dispatch({ type: 'step', step: bar.step })}>
              <rect class={bar.refused ? 'refused' : 'merged'} x={i * 6 + (bar.refused ? 1 : 0.5)} y={17 - height + (bar.refused ? 0.5 : 0)}
                width={bar.refused ? 3.5 : 4.5} height={height - (bar.refused ? 1 : 0)} />
              {bar.step === shown && <rect class="mark" x={i * 6 - 0.5} y="19" width="6" height="2" />}
            </g>
          );
        })}
      </svg>
      <IconButton icon="next" label="Next step" keys="k" disabled={shown === merges.length - 1} onClick={() => run('next_step')} />
      <span class="words">{words}</span>
    </div>
  );
}

/** Whether what began at `since` has gone on for so long; asks again when it will have. */
function useOlderThan(since: number, delay: number): boolean {
  const [older, setOlder] = useState(false);
  useEffect(() => {
    setOlder(performance.now() - since >= delay);
    const timer = setTimeout(() => setOlder(true), Math.max(0, since + delay - performance.now()));
    return () => clearTimeout(timer);
  }, [since, delay]);
  return older;
}

function Working({ now }: { now: Work }) {
  const cancellable = useOlderThan(now.since, kCancelAfter);
  const words = phaseWords(now.phase);
  return (
    <div class="working">
      <span class="spin" aria-hidden="true" />
      <span><b>{words.charAt(0).toUpperCase() + words.slice(1)}</b>
        {now.total > 0 && <span class="quiet"> {number(now.done)} of {number(now.total)}</span>}</span>
      <progress aria-label={words} max={Math.max(1, now.total)} value={now.total > 0 ? now.done : undefined} />
      {cancellable && <Button small onClick={() => run('cancel')}>Cancel</Button>}
    </div>
  );
}

export function Strip() {
  const shown = (preview.value?.result ?? good.value);
  const now = last.value;
  const bad = now !== null && count(now, 'error') > 0;
  const active = work.value;
  return (
    <div class={`strip ${bad ? 'bad' : ''}`}>
      {bad ? <Trouble result={now} /> : good.value ? <Facts result={good.value} /> : <p class="facts quiet">Nothing analysed yet</p>}
      <span class="grow" />
      {active?.slow && <Working key={active.generation} now={active} />}
      {wide.value && !bad && shown && <><TrafficBar result={good.value!} /><Steps /></>}
    </div>
  );
}
