// Keeps the result up with the text: asks the core whenever text, options or opened segments change, and tells the state
// what came of it. The one place that decides when to ask; what an answer means is decided in state.ts.
import { computed, effect } from '@preact/signals';
import type { Request } from './api_types';
import { Stopped } from './client';
import { paints } from './graph/canvas';
import { previousPositions, withTables, type Options } from './state';
import { announcement, client, dispatch, state } from './store';

/** What takes longer is told. */
const kSlow = 200;
/** Typing is followed once it rests. */
const kDebounce = 150;

/** The request for a text with options; what is at its default is left out. */
export function requestOf(command: Request['command'], text: string, options: Options): Request {
  return { command, text, all_states: true, ...options };
}

/** Results with more ops are taken in several tasks. */
export const kLarge = 2000;

export const nextTask = () => new Promise<void>((next) => setTimeout(next));

let timer: ReturnType<typeof setTimeout> | undefined;

async function analyse(): Promise<void> {
  clearTimeout(timer);
  const { text, options, expand, generation: before } = state.peek();
  if (text.trim() === '') return;
  const generation = before + 1;
  dispatch({ type: 'asked', generation, at: performance.now() });
  const request: Request = { ...requestOf('view', text, options), expand, previous: previousPositions(state.peek()) };
  const slow = setTimeout(() => dispatch({ type: 'slow', generation }), kSlow);
  try {
    const progress = (phase: string) => dispatch({ type: 'progress', generation, phase });
    const { response, milliseconds } = await client.ask(request, { lane: 'view', progress });
    paints.shown = performance.now();
    const result = withTables({ text, options, response, milliseconds });
    // Tables and panes are two tasks, so that neither holds up the page.
    if (result.tables.ops.length > kLarge) await nextTask();
    dispatch({ type: 'answered', generation, result });
    announce();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    if (error.reason === 'superseded') return;
    dispatch({ type: 'stopped', generation, reason: error.reason, message: phaseWords(error.message) });
  } finally {
    clearTimeout(slow);
  }
}

function announce(): void {
  const { last, good } = state.peek();
  const errors = last?.response.diagnostics.filter((diagnostic) => diagnostic.severity === 'error') ?? [];
  const summary = good?.response.summary;
  if (errors.length > 0) announcement.value = `${errors.length} errors. ${errors[0].message}`;
  else if (summary) announcement.value = `${summary.ops} ops, ${summary.kernels} kernels, ${summary.cuts} cuts`;
}

const kPhases: Record<string, string> = {
  '': 'starting', parse: 'parsing', infer: 'checking', passes: 'running passes', segment: 'segmenting',
  translate: 'writing segments', layout: 'drawing', draw: 'drawing', kernel: 'writing kernels', run: 'running',
  evaluate: 'running',
};

/** A phase of the core as a word for people. */
export function phaseWords(phase: string): string {
  const name = phase.replace(/ [\d,]+ of [\d,]+$/, '');
  return kPhases[name] ?? name;
}

/** Asks at once, whatever changed or did not. */
export function analyseNow(): void {
  void analyse();
}

export function cancelAnalysis(): void {
  client.cancel('view');
}

/** Starts to follow the state. */
export function followState(): void {
  const asked = computed(() => {
    const { text, options, expand } = state.value;
    return { text, options, expand };
  });
  let before = asked.peek();
  void analyse();
  effect(() => {
    const now = asked.value;
    if (now.text === before.text && now.options === before.options && now.expand === before.expand) return;
    const typed = now.text !== before.text && now.options === before.options;
    before = now;
    clearTimeout(timer);
    timer = setTimeout(() => void analyse(), typed ? kDebounce : 0);
  });
}
