// How wide the page is, as signals: what only CSS must know stays in layout.css.
import { signal, type Signal } from '@preact/signals';

function matches(query: string): Signal<boolean> {
  const list = matchMedia(query);
  const now = signal(list.matches);
  list.addEventListener('change', () => (now.value = list.matches));
  return now;
}

/** One column with tabs at the bottom. */
export const narrow = matches('(max-width: 43.6875em)');
/** Three panes side by side, and room for the strip's charts. */
export const wide = matches('(min-width: 80em)');
export const middle = matches('(min-width: 43.75em) and (max-width: 68.6875em)');
export const reducedMotion = matches('(prefers-reduced-motion: reduce)');
