// The state by itself: no DOM, no worker.
import { describe, expect, test } from 'vitest';
import { firstChangedLine, freshness, INITIAL, reduce, withTables, type Action, type Result, type State } from '../src/state';
import type { Response } from '../src/api_types';

const empty: Response = {
  version: '', command: 'view', file_name: '', ok: true, diagnostics: [], diagnostics_dropped: 0,
};

const after = (state: State, ...actions: Action[]) => actions.reduce(reduce, state);

function result(text: string, response: Partial<Response>): Result {
  return withTables({ text, options: INITIAL.options, response: { ...empty, ...response }, milliseconds: 1 });
}

function answered(state: State, response: Partial<Response>): State {
  const asked = reduce(state, { type: 'asked', generation: state.generation + 1, at: 0 });
  return reduce(asked, { type: 'answered', generation: asked.generation, result: result(state.text, response) });
}

const error = {
  severity: 'error' as const, code: 'E0102', name: 'unknown_op', message: 'unknown op', labels: [], notes: [], rendered: '',
};

describe('text and undo', () => {
  test('typing in a burst is undone at once, a pause begins another step', () => {
    const state = after(INITIAL, { type: 'edit', text: 'a', at: 0 }, { type: 'edit', text: 'ab', at: 100 },
      { type: 'edit', text: 'abc', at: 2000 });
    expect(after(state, { type: 'undo' }).text).toBe('ab');
    expect(after(state, { type: 'undo' }, { type: 'undo' }).text).toBe('');
    expect(after(state, { type: 'undo' }, { type: 'redo' }).text).toBe('abc');
  });

  test('a paste of everything can be undone, options too', () => {
    const state = after(INITIAL, { type: 'edit', text: 'mine', at: 0 }, { type: 'options', options: { rules: 'extended' } },
      { type: 'open', text: 'theirs', name: 'paste' });
    expect(state.text).toBe('theirs');
    const back = after(state, { type: 'undo' });
    expect(back.text).toBe('mine');
    expect(back.options.rules).toBe('extended');
    expect(after(back, { type: 'undo' }).options.rules).toBe('nvfuser');
  });

  test('an edit after undo drops what could be redone', () => {
    const state = after(INITIAL, { type: 'edit', text: 'a', at: 0 }, { type: 'undo' }, { type: 'edit', text: 'b', at: 9 });
    expect(state.future).toEqual([]);
  });

  test('history is bounded by characters', () => {
    let state = INITIAL;
    for (let i = 0; i < 30; i++) state = reduce(state, { type: 'edit', text: String(i).repeat(1_000_000), at: i * 1000 });
    const characters = state.past.reduce((sum, step) => sum + step.text.length, 0);
    expect(characters).toBeLessThan(25_000_000);
    expect(state.past.length).toBeGreaterThan(5);
  });
});

describe('results', () => {
  test('a result that is long in coming marks the one before as stale', () => {
    const good = answered({ ...INITIAL, text: 'a' }, { segments: [] });
    const asked = after(good, { type: 'edit', text: 'b', at: 0 }, { type: 'asked', generation: 7, at: 0 });
    expect(freshness(asked)).toBe('fresh');
    expect(freshness(reduce(asked, { type: 'slow', generation: 7 }))).toBe('stale');
  });

  test('an empty text has no result, undo brings text and question back', () => {
    const good = answered({ ...INITIAL, text: 'a' }, { segments: [] });
    const empty = reduce(good, { type: 'edit', text: '', at: 0 });
    expect([empty.good, empty.last, empty.work]).toEqual([null, null, null]);
    expect(reduce(empty, { type: 'undo' }).text).toBe('a');
  });

  test('an answer without segments leaves the last good one, marked stale', () => {
    const good = answered({ ...INITIAL, text: 'a' }, { segments: [] });
    const bad = answered(reduce(good, { type: 'edit', text: 'b', at: 0 }), { diagnostics: [error] });
    expect(bad.good).toBe(good.good);
    expect(freshness(bad)).toBe('stale');
    expect(bad.problems).toBe(true);
    expect(freshness(answered(bad, { segments: [] }))).toBe('fresh');
  });

  test('answers to older questions are dropped', () => {
    const asked = reduce(reduce(INITIAL, { type: 'asked', generation: 1, at: 0 }), { type: 'asked', generation: 2, at: 1 });
    expect(reduce(asked, { type: 'answered', generation: 1, result: result('', { segments: [] }) })).toBe(asked);
  });

  test('problems that were closed stay closed until there are more errors', () => {
    const one = answered(INITIAL, { diagnostics: [error] });
    const closed = answered(reduce(one, { type: 'problems', open: false }), { diagnostics: [error] });
    expect(closed.problems).toBe(false);
    expect(answered(closed, { diagnostics: [error, error] }).problems).toBe(true);
  });

  test('progress is read from the words of the core', () => {
    const asked = reduce(INITIAL, { type: 'asked', generation: 1, at: 0 });
    const state = reduce(asked, { type: 'progress', generation: 1, phase: 'translate 1,200 of 6,000' });
    expect(state.work).toMatchObject({ phase: 'translate', done: 1200, total: 6000 });
  });

  test('a crash keeps the text and says so', () => {
    const asked = reduce({ ...INITIAL, text: 'mine' }, { type: 'asked', generation: 1, at: 0 });
    const state = reduce(asked, { type: 'stopped', generation: 1, reason: 'crashed', message: '' });
    expect(state.text).toBe('mine');
    expect(state.work).toBeNull();
    expect(state.notice?.title).toBe('The analyser stopped and was restarted');
  });

  test('cancelling names the phase and the line since which the result is old', () => {
    const good = answered({ ...INITIAL, text: 'a\nb' }, { segments: [] });
    const asked = reduce(reduce(good, { type: 'edit', text: 'a\nc', at: 0 }), { type: 'asked', generation: 9, at: 0 });
    const state = reduce(asked, { type: 'stopped', generation: 9, reason: 'cancelled', message: 'segmenting' });
    expect(state.notice?.title).toBe('Cancelled while segmenting');
    expect(state.notice?.text).toBe('Shown: the result from before line 2 changed.');
  });
});

test('escape takes one level at a time', () => {
  let state: State = { ...INITIAL, selection: { kind: 'op', id: 1 }, isolated: true,
    preview: { title: '', options: INITIAL.options, result: null } };
  state = reduce(state, { type: 'escape' });
  expect([state.preview, state.isolated]).toEqual([null, true]);
  state = reduce(state, { type: 'escape' });
  expect([state.isolated, state.selection]).toEqual([false, { kind: 'op', id: 1 }]);
  state = reduce(state, { type: 'escape' });
  expect(state.selection).toBeNull();
  expect(reduce(state, { type: 'back' }).selection).toEqual({ kind: 'op', id: 1 });
});

test('the first changed line', () => {
  expect(firstChangedLine('a\nb', 'a\nb')).toBeNull();
  expect(firstChangedLine('a\nb', 'a\nc')).toBe(2);
  expect(firstChangedLine('a', 'a\nb')).toBe(1);
});
