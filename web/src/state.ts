// What the page knows, and every way in which it may change: a value, actions, and one pure function from both to the
// next value. It touches no DOM, no clock and no worker; times come with the actions. The invariant: text that a person
// wrote is never dropped, it moves to `past`, and `good` is only ever replaced by a result that has segments.
import type { Order, PositionView, Response, RuleSet } from './api_types';
import { arrival, partial } from './arrival';
import { carried, type Selection } from './selection';
import { EMPTY_TABLES, tablesOf, type Tables } from './tables';

/** The fields of a request that people set. */
export interface Options {
  rules: RuleSet;
  gpu: string;
  order: Order;
  passes: string;
  cut: string[];
  keep: string[];
  /** Sizes given by hand, as the command line takes them: `T0=8x16:Float`. */
  input: string[];
}

export const DEFAULT_OPTIONS: Options = {
  rules: 'nvfuser',
  gpu: 'h200',
  order: 'cleave',
  passes: 'none',
  cut: [],
  keep: [],
  input: [],
};

export type Tab = 'why' | 'segment' | 'map' | 'kernel' | 'run';
/** What the one column of a narrow screen shows. */
export type Place = 'definition' | 'graph' | 'segments' | 'why' | 'code';
export type Theme = 'system' | 'light' | 'dark';

/** An answer together with what was asked, and the tables that link it. */
export interface Result {
  text: string;
  options: Options;
  response: Response;
  tables: Tables;
  milliseconds: number;
}

/** Where the core is with what it was last asked. */
export interface Work {
  generation: number;
  phase: string;
  done: number;
  total: number;
  since: number;
  /** It takes long enough to be told. */
  slow: boolean;
}

/** What would be if some options were others: shown beside the present result until applied or discarded. */
export interface Preview {
  title: string;
  options: Options;
  /** With another text, where the cure is an edit. */
  text?: string;
  result: Result | null;
}

/** One message above the panes. `command` names an entry of commands.ts. */
export interface Notice {
  tone: 'info' | 'ok' | 'err';
  icon: 'check' | 'info' | 'err' | 'stop';
  title: string;
  text: string;
  action?: { label: string; command: string };
}

/** What undo goes back to. */
export interface Step {
  text: string;
  options: Options;
  expand: string;
}

export interface State {
  text: string;
  /** What the text is called where a name is shown. */
  name: string;
  options: Options;
  /** Which segments show their ops: `auto`, `all`, `none`, or ids with commas. */
  expand: string;
  /** The last result with segments: what the panes show. */
  good: Result | null;
  /** The last answer, perhaps with nothing but errors. */
  last: Result | null;
  work: Work | null;
  /** Grows with every question; answers to older ones are dropped. */
  generation: number;
  selection: Selection | null;
  /** Earlier selections, newest last. */
  trail: Selection[];
  hover: Selection | null;
  /** The other end of a path from the selected op. */
  pathTo: number | null;
  /** Dim everything that the selection does not touch. */
  isolated: boolean;
  tab: Tab;
  place: Place;
  /** The merge attempt that is shown; null for the last. */
  step: number | null;
  preview: Preview | null;
  notice: Notice | null;
  problems: boolean;
  /** Whether the person closed Problems by hand: it then stays closed until the number of errors grows. */
  problemsClosed: boolean;
  past: Step[];
  future: Step[];
  /** The text was just pasted: the next answer says what was taken. */
  arrived: boolean;
  /** When the last edit was, so that typing is undone in bursts. */
  editedAt: number;
}

export const INITIAL: State = {
  text: '', name: '', options: DEFAULT_OPTIONS, expand: 'auto', good: null, last: null, work: null, generation: 0,
  selection: null, trail: [], hover: null, pathTo: null, isolated: false, tab: 'why', place: 'graph', step: null, preview: null,
  notice: null, problems: false, problemsClosed: false, past: [], future: [], arrived: false, editedAt: -Infinity,
};

export type Action =
  /** Typing. */
  | { type: 'edit'; text: string; at: number }
  /** Another text as a whole: an example, a paste, a file, a link. */
  | { type: 'open'; text: string; name: string; options?: Options; selection?: Selection | null; tab?: Tab;
      /** It came by hand: the answer is followed by a word on what was taken from it. */
      pasted?: boolean }
  | { type: 'options'; options: Partial<Options> }
  | { type: 'expand'; expand: string }
  | { type: 'toggle_segment'; segment: number }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'asked'; generation: number; at: number }
  | { type: 'progress'; generation: number; phase: string }
  | { type: 'slow'; generation: number }
  | { type: 'answered'; generation: number; result: Result }
  | { type: 'drawn'; drawing: Response['drawing'] }
  | { type: 'stopped'; generation: number; reason: 'cancelled' | 'crashed' | 'unavailable'; message: string }
  | { type: 'select'; selection: Selection | null; tab?: Tab; isolate?: boolean }
  /** The path from the selected op to this one. */
  | { type: 'path'; to: number | null }
  | { type: 'back' }
  | { type: 'escape' }
  | { type: 'hover'; hover: Selection | null }
  | { type: 'tab'; tab: Tab }
  | { type: 'place'; place: Place }
  | { type: 'step'; step: number | null }
  | { type: 'preview'; preview: Preview | null }
  | { type: 'preview_answered'; result: Omit<Result, 'tables'> }
  | { type: 'apply_preview' }
  | { type: 'notice'; notice: Notice | null }
  | { type: 'problems'; open: boolean };

/** Characters of text that `past` keeps at most. */
const kHistoryCharacters = 20_000_000;
const kHistorySteps = 300;
/** Edits closer than this are undone together. */
const kBurst = 600;
const kTrail = 50;

export function withTables(result: Omit<Result, 'tables'>): Result {
  return { ...result, tables: result.response.segments ? tablesOf(result.response) : EMPTY_TABLES };
}

function stepOf(state: State): Step {
  return { text: state.text, options: state.options, expand: state.expand };
}

/** `past` with one more step, the oldest dropped where there are too many. */
function remembered(past: Step[], step: Step): Step[] {
  const next = [...past, step].slice(-kHistorySteps);
  let characters = 0;
  for (let i = next.length - 1; i > 0; i--) {
    characters += next[i].text.length;
    if (characters > kHistoryCharacters) return next.slice(i);
  }
  return next;
}

function changed(state: State, change: Partial<State>): State {
  return { ...state, past: remembered(state.past, stepOf(state)), future: [], editedAt: -Infinity, ...change };
}

/** Where there is no text there is no result either. */
function emptied(state: State): State {
  if (state.text.trim() !== '') return state;
  return { ...state, good: null, last: null, work: null, generation: state.generation + 1, problems: false };
}

function edited(state: State, text: string, at: number): State {
  if (text === state.text) return state;
  const inBurst = at - state.editedAt < kBurst && state.past.length > 0;
  const past = inBurst ? state.past : remembered(state.past, stepOf(state));
  const notice = state.notice?.tone === 'ok' ? null : state.notice;
  return emptied({ ...state, text, past, future: [], editedAt: at, preview: null, notice });
}

function opened(state: State, action: Extract<Action, { type: 'open' }>): State {
  const change: Partial<State> = {
    text: action.text,
    name: action.name,
    options: action.options ?? { ...state.options, cut: [], keep: [], input: [] },
    expand: 'auto', selection: action.selection ?? null, trail: [], hover: null, isolated: false, step: null,
    preview: null, notice: null, arrived: action.pasted ?? false, tab: action.tab ?? state.tab,
  };
  const same = action.text === state.text && !action.options;
  if (same) return { ...state, ...change, options: state.options };
  return state.text === '' ? { ...state, ...change } : changed(state, change);
}

function stepped(state: State, from: Step[], to: Step[], keys: { from: 'past' | 'future'; to: 'past' | 'future' }): State {
  if (from.length === 0) return state;
  const step = from[from.length - 1];
  return emptied({
    ...state, text: step.text, options: step.options, expand: step.expand, preview: null, editedAt: -Infinity,
    notice: state.notice?.tone === 'ok' ? null : state.notice,
    [keys.from]: from.slice(0, -1), [keys.to]: [...to, stepOf(state)],
  });
}

/** `segment 3 of 12` as a phase and how far it is. */
function progressed(work: Work, phase: string): Work {
  const counted = /^(.*?) ([\d,]+) of ([\d,]+)$/.exec(phase);
  if (!counted) return { ...work, phase, done: 0, total: 0 };
  const [, name, done, total] = counted;
  return { ...work, phase: name, done: Number(done.replace(/,/g, '')), total: Number(total.replace(/,/g, '')) };
}

/** What is selected when a result arrives: what was, else the first cut. */
function selectionAfter(state: State, result: Result): Selection | null {
  const kept = state.selection && state.good
    ? carried(state.selection, state.good.tables, result.tables)
    : state.selection;
  if (kept && result.tables.exists(kept)) return kept;
  return result.tables.cuts.length > 0 ? { kind: 'cut', id: 0 } : null;
}

function answered(state: State, generation: number, result: Result): State {
  if (generation !== state.generation) return state;
  const errors = count(result, 'error');
  const before = state.last ? count(state.last, 'error') : 0;
  const problemsClosed = state.problemsClosed && errors <= before;
  const next: State = { ...state, last: result, work: null, problemsClosed, arrived: false };
  const arrived = state.arrived ? arrival(result) : null;
  // What went wrong is not hidden by what went right.
  const wrong = state.notice?.tone === 'err' || (errors > 0 && arrived?.notice.tone === 'ok');
  if (arrived && !wrong) next.notice = arrived.notice;
  next.problems = errors > 0 ? !problemsClosed : state.problems && result.response.diagnostics.length > 0;
  if (!result.response.segments) return next;
  next.notice ??= partial(result, state.good);
  const steps = result.tables.merges.length;
  return {
    ...next,
    good: result,
    selection: arrived?.selection ?? selectionAfter(state, result),
    trail: [],
    hover: null,
    pathTo: null,
    step: state.step !== null && state.step < steps ? state.step : null,
  };
}

function stopped(state: State, action: Extract<Action, { type: 'stopped' }>): State {
  if (action.generation !== state.generation) return state;
  // Why the core is not there is said by who tried to load it.
  if (action.reason === 'unavailable') return { ...state, work: null };
  const line = state.good ? firstChangedLine(state.good.text, state.text) : null;
  const shown = state.good
    ? line === null ? 'Shown: the result of this text.' : `Shown: the result from before line ${line} changed.`
    : 'The text is intact.';
  const notice: Notice = action.reason === 'cancelled'
    ? { tone: 'info', icon: 'stop', title: `Cancelled while ${action.message}`, text: shown,
        action: { label: 'Run again', command: 'analyse' } }
    : { tone: 'err', icon: 'err', title: 'The analyser stopped and was restarted',
        text: 'Your text is intact. The report has the last log lines and a link to this state.',
        action: { label: 'Copy report', command: 'copy_crash_report' } };
  return { ...state, work: null, notice };
}

function selected(state: State, action: Extract<Action, { type: 'select' }>): State {
  const trail = state.selection && action.selection ? [...state.trail, state.selection].slice(-kTrail) : state.trail;
  const isolated = action.isolate ?? (action.selection ? state.isolated : false);
  return { ...state, selection: action.selection, pathTo: null, trail, isolated, tab: action.tab ?? state.tab };
}

/** One level less: the preview, the dimming, the selection. */
function escaped(state: State): State {
  if (state.preview) return { ...state, preview: null };
  if (state.isolated) return { ...state, isolated: false };
  if (state.pathTo !== null) return { ...state, pathTo: null };
  if (state.selection) return { ...state, selection: null, trail: [...state.trail, state.selection].slice(-kTrail) };
  if (state.notice) return { ...state, notice: null };
  return state;
}

function toggled(state: State, segment: number): State {
  const drawn = state.good?.response.drawing?.expanded ?? [];
  const open = new Set(drawn);
  if (!open.delete(segment)) open.add(segment);
  return { ...state, expand: open.size === 0 ? 'none' : [...open].sort((a, b) => a - b).join(',') };
}

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'edit': return edited(state, action.text, action.at);
    case 'open': return opened(state, action);
    case 'options': return changed(state, { options: { ...state.options, ...action.options }, preview: null });
    case 'expand': return { ...state, expand: action.expand };
    case 'toggle_segment': return toggled(state, action.segment);
    case 'undo': return stepped(state, state.past, state.future, { from: 'past', to: 'future' });
    case 'redo': return stepped(state, state.future, state.past, { from: 'future', to: 'past' });
    case 'asked':
      return { ...state, generation: action.generation,
        work: { generation: action.generation, phase: '', done: 0, total: 0, since: action.at, slow: false } };
    case 'progress':
      return state.work?.generation === action.generation
        ? { ...state, work: progressed(state.work, action.phase) } : state;
    case 'slow':
      return state.work?.generation === action.generation ? { ...state, work: { ...state.work, slow: true } } : state;
    case 'answered': return answered(state, action.generation, action.result);
    case 'drawn':
      return state.good
        ? { ...state, good: { ...state.good, response: { ...state.good.response, drawing: action.drawing } } } : state;
    case 'stopped': return stopped(state, action);
    case 'select': return selected(state, action);
    case 'path': return { ...state, pathTo: action.to };
    case 'back': {
      const previous = state.trail[state.trail.length - 1];
      return previous ? { ...state, selection: previous, trail: state.trail.slice(0, -1) } : state;
    }
    case 'escape': return escaped(state);
    case 'hover': return { ...state, hover: action.hover };
    case 'tab': return { ...state, tab: action.tab };
    case 'place': return { ...state, place: action.place };
    case 'step': return { ...state, step: action.step };
    case 'preview': return { ...state, preview: action.preview };
    case 'preview_answered':
      return state.preview ? { ...state, preview: { ...state.preview, result: withTables(action.result) } } : state;
    case 'apply_preview':
      return state.preview
        ? changed(state, { options: state.preview.options, text: state.preview.text ?? state.text, preview: null })
        : state;
    case 'notice': return { ...state, notice: action.notice };
    case 'problems': return { ...state, problems: action.open, problemsClosed: !action.open };
  }
}

// ---- what follows from the state -----------------------------------------------------------------------------------

export function count(result: Result, severity: 'error' | 'warning' | 'note'): number {
  return result.response.diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
}

/** The first line, from 1, in which two texts differ; null where they are the same. */
export function firstChangedLine(before: string, after: string): number | null {
  if (before === after) return null;
  let line = 1;
  const end = Math.min(before.length, after.length);
  for (let i = 0; i < end && before[i] === after[i]; i++) if (before[i] === '\n') line++;
  return line;
}

export type Freshness = 'fresh' | 'stale';

/** Stale: what is shown belongs to an earlier text, and the answer to this one has no segments or is long in coming. */
export function freshness(state: State): Freshness {
  if (!state.good) return 'fresh';
  const failed = state.last !== null && state.last !== state.good && !state.last.response.segments;
  const late = state.good.text !== state.text && (state.work?.slow ?? state.notice?.icon === 'stop');
  return failed || late ? 'stale' : 'fresh';
}

/** Where shapes stood, so that the next drawing moves only what it must. */
export function previousPositions(state: State): PositionView[] | undefined {
  return state.good?.response.drawing?.positions;
}
