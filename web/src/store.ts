// The one store: the state as a signal, what follows from it as computed signals, and the client. Views read signals and
// call `dispatch`; nothing else changes the state.
import { computed, signal } from '@preact/signals';
import { Client, type WorkerLike } from './client';
import { litPath, pathBetween } from './path';
import { lit, segmentOf, NOTHING_LIT } from './selection';
import { freshness, INITIAL, reduce, type Action, type State } from './state';
import { EMPTY_TABLES } from './tables';

export const state = signal<State>(INITIAL);

export function dispatch(action: Action): void {
  state.value = reduce(state.peek(), action);
}

export const client = new Client(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as WorkerLike,
);

// One signal for each thing that panes follow, so that a hover does not draw the page anew.
export const text = computed(() => state.value.text);
export const options = computed(() => state.value.options);
export const good = computed(() => state.value.good);
export const last = computed(() => state.value.last);
export const work = computed(() => state.value.work);
export const selection = computed(() => state.value.selection);
export const hover = computed(() => state.value.hover);
export const pathTo = computed(() => state.value.pathTo);
export const isolated = computed(() => state.value.isolated);
export const tab = computed(() => state.value.tab);
export const place = computed(() => state.value.place);
export const step = computed(() => state.value.step);
export const preview = computed(() => state.value.preview);
export const notice = computed(() => state.value.notice);
export const problems = computed(() => state.value.problems);
export const stale = computed(() => freshness(state.value) === 'stale');
export const tables = computed(() => good.value?.tables ?? EMPTY_TABLES);

/** What the selection lights up in every pane. */
export const litBySelection = computed(() => {
  const chosen = selection.value;
  const path = pathTo.value !== null && chosen?.kind === 'op' ? pathBetween(tables.value, chosen.id, pathTo.value) : null;
  return path ? litPath(tables.value, path) : lit(chosen, tables.value);
});
/** What the pointer is over lights up: tints, nothing scrolls. */
export const litByHover = computed(() => (hover.value ? lit(hover.value, tables.value) : NOTHING_LIT));
/** The segment that panes for one segment show: the selected one, else the first. */
export const segment = computed(() =>
  tables.value.segments.length === 0 ? null : (segmentOf(selection.value, tables.value) ?? 0));

/** Words for people who do not see: announced politely. */
export const announcement = signal('');
/** A short word beside what was pressed, as `Copied`. */
export const toast = signal<string | null>(null);
let toastTimer: ReturnType<typeof setTimeout> | undefined;

export function showToast(words: string): void {
  toast.value = words;
  announcement.value = words;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (toast.value = null), 2400);
}

/** Copies, and says so; where the clipboard is blocked it says that instead. */
export async function copyText(copied: string, words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(copied);
    showToast(words);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = copied;
    area.className = 'visually-hidden';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    showToast(done ? words : 'The browser does not let this page copy. Use Export instead.');
    return done;
  }
}

/** Gives the person a file. */
export function download(name: string, content: string | Blob, type = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
