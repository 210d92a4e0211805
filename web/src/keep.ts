// What survives the page: the text, its options and the name, in localStorage, written as they change. Where storage is
// full or blocked the page says so once and goes on. Nothing else is stored here.
import { effect } from '@preact/signals';
import { firstExample } from './gallery/Gallery';
import { openFromUrl } from './share/ShareMenu';
import { kept, type Kept } from './keep_form';
import { dispatch, state } from './store';

const kKey = 'cleave.text';
/** The text that another one replaced as a whole, so that even a wrong paste before a reload can be taken back. */
const kBeforeKey = 'cleave.text.before';
const kRest = 250;

/** Of this tab, which another tab does not overwrite, or of all. */
function stored(key: string, where: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  try {
    return window[where].getItem(key);
  } catch {
    return null;
  }
}

/** The text before the last whole replacement, of this visit or an earlier one. */
export function textBefore(): Kept | null {
  return kept(stored(kBeforeKey));
}

/** Opens what the address says, else what was last written, else an example. */
export async function restore(): Promise<void> {
  const linked = await openFromUrl().catch(() => null);
  const mine = kept(stored(kKey, 'sessionStorage')) ?? kept(stored(kKey));
  if (linked) {
    if (mine && mine.text !== linked.text) write(kBeforeKey, mine);
    dispatch({ type: 'open', ...linked });
  } else if (mine) {
    dispatch({ type: 'open', ...mine });
  } else {
    dispatch({ type: 'open', ...firstExample() });
  }
}

let complained = false;

function write(key: string, value: Kept): void {
  try {
    const form = JSON.stringify(value);
    localStorage.setItem(key, form);
    if (key === kKey) sessionStorage.setItem(key, form);
    complained = false;
  } catch {
    if (complained) return;
    complained = true;
    dispatch({
      type: 'notice',
      notice: { tone: 'err', icon: 'err', title: 'This browser does not store the text',
        text: 'Storage is full or blocked. The text stays as long as the page is open: keep a copy before you leave.',
        action: { label: 'Copy text', command: 'copy_text' } },
    });
  }
}

/** Starts to store every change. */
export function keepText(): void {
  let before: Kept = pick();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    write(kKey, pick());
  };
  effect(() => {
    const { text, name, options, editedAt } = state.value;
    if (text === before.text && options === before.options) return;
    // Whatever replaces the whole text is no edit.
    if (text !== before.text && editedAt === -Infinity && before.text.trim() !== '') write(kBeforeKey, before);
    before = { text, name, options };
    timer ??= setTimeout(flush, kRest);
  });
  addEventListener('pagehide', () => timer && flush());
  document.addEventListener('visibilitychange', () => document.hidden && timer && flush());
}

function pick(): Kept {
  const { text, name, options } = state.peek();
  return { text, name, options };
}
