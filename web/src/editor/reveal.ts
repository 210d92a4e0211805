// Asks the editor to show a line. The editor may not be there yet; it then does so when it is.
import { signal } from '@preact/signals';

export interface Reveal {
  line: number;
  column?: number;
  /** Whether the editor takes the focus. Panes that follow a selection never take it. */
  focus: boolean;
  /** Tells one wish from the next for the same line. */
  id: number;
}

export const wantedLine = signal<Reveal | null>(null);
let ids = 0;

export function reveal(line: number, options: { column?: number; focus?: boolean } = {}): void {
  wantedLine.value = { line, column: options.column, focus: options.focus ?? false, id: ++ids };
}

/** Where the caret is, for the status bar. */
export const caret = signal<{ line: number; column: number }>({ line: 1, column: 1 });
