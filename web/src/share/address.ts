// Keeps the address up with the state once the person has changed something, so that a reload and a copied address give
// the same page; and opens another link that is put into the address. Long texts leave the address alone.
import { effect } from '@preact/signals';
import { dispatch, state } from '../store';
import { fragmentOf, readFragment } from './fragment';

const kRest = 500;
/** Texts longer than this stand in the storage only. */
const kMostText = 200_000;

let written = '';

async function write(): Promise<void> {
  const { text, name, options, selection, tab } = state.peek();
  const fragment = text.length > kMostText || text.trim() === '' ? '' : await fragmentOf({ text, name, options, selection, tab });
  if (state.peek().text !== text) return;
  written = fragment === '' ? '' : `#${fragment}`;
  try {
    history.replaceState(null, '', written || location.pathname + location.search);
  } catch {
    // Browsers limit how often an address may change; the next change writes it.
  }
}

async function openLink(): Promise<void> {
  if (location.hash === written || location.hash.length <= 1) return;
  const read = await readFragment(location.hash);
  if (read.ok) dispatch({ type: 'open', ...read.shared });
  else dispatch({ type: 'notice', notice: { tone: 'err', icon: 'err', title: read.title, text: read.text } });
}

export function followAddress(): void {
  let before: readonly unknown[] = [];
  let shown: unknown = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const { text, options, selection, tab, name, good } = state.value;
    const now = [text, options, selection, tab, name];
    // What a result selects when it arrives is no change of the person's, nor is what there was before the first.
    const arrived = good !== shown || good === null;
    const changed = now.some((each, i) => each !== before[i]);
    before = now;
    shown = good;
    if (arrived || !changed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void write(), kRest);
  });
  addEventListener('hashchange', () => void openLink());
}
