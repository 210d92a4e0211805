// Asks what a change would give: for the numbers beside a cure, and for the preview. An answer is kept as long as the
// result that it is compared with is the one shown. Nothing is applied here.
import { signal } from '@preact/signals';
import { requestOf } from '../analysis';
import { Stopped } from '../client';
import type { Result } from '../state';
import { announcement, client, dispatch, good, state } from '../store';
import { previousPositions } from '../state';
import { deltaText, numbersOf, type Change } from './what_if';

type Answer = Omit<Result, 'tables'>;

/** Definitions with more ops are asked about only when somebody presses Preview. */
const kMostForEstimates = 2000;

let kept: { for: Result | null; answers: Map<string, Answer> } = { for: null, answers: new Map() };
/** Grows with every answer that is kept, so that cures draw their numbers. */
const answered = signal(0);

const keyOf = (change: Change) => JSON.stringify([change.options, change.text ?? null]);

function answers(): Map<string, Answer> {
  if (kept.for !== good.peek()) kept = { for: good.peek(), answers: new Map() };
  return kept.answers;
}

async function ask(change: Change): Promise<Answer> {
  const result = good.peek()!;
  const known = answers().get(keyOf(change));
  if (known) return known;
  const text = change.text ?? result.text;
  const request = { ...requestOf('view', text, change.options), expand: state.peek().expand, previous: previousPositions(state.peek()) };
  const { response, milliseconds } = await client.ask(request, { lane: 'preview' });
  const answer: Answer = { text, options: change.options, response, milliseconds };
  if (good.peek() === result) {
    answers().set(keyOf(change), answer);
    answered.value++;
  }
  return answer;
}

/** What the change would give in words, where that is known; asks for it otherwise. */
export function estimateOf(change: Change): string | null {
  void answered.value;
  const result = good.value;
  if (!result) return null;
  const known = answers().get(keyOf(change));
  if (!known) {
    if (result.tables.ops.length <= kMostForEstimates) void estimateLater(change, result);
    return null;
  }
  const [before, after] = [numbersOf(result.response), numbersOf(known.response)];
  return before && after ? deltaText(before, after) : 'refused';
}

const waiting = new Set<string>();

/** Once the page rests: one question at a time, none while a preview is open. */
async function estimateLater(change: Change, result: Result): Promise<void> {
  const key = keyOf(change);
  if (waiting.has(key)) return;
  waiting.add(key);
  await new Promise((done) => setTimeout(done, 120));
  try {
    if (good.peek() === result && !state.peek().preview) await ask(change);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    waiting.delete(key);
  }
}

export function isPreviewed(change: Change): boolean {
  const shown = state.value.preview;
  return shown !== null && keyOf({ ...change, options: shown.options, text: shown.text }) === keyOf(change);
}

/** Shows what would be; a second press takes it back. */
export async function togglePreview(change: Change): Promise<void> {
  if (isPreviewed(change)) return dispatch({ type: 'preview', preview: null });
  dispatch({ type: 'preview', preview: { title: change.title, options: change.options, text: change.text, result: null } });
  try {
    const result = await ask(change);
    if (!isPreviewed(change)) return;
    dispatch({ type: 'preview_answered', result });
    const [before, after] = [numbersOf(good.peek()!.response), numbersOf(result.response)];
    announcement.value = before && after ? `Preview: ${deltaText(before, after)}` : 'Preview: refused';
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    if (error.reason !== 'superseded' && isPreviewed(change)) dispatch({ type: 'preview', preview: null });
  }
}
