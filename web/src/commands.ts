// Everything that a person can do by name: the palette lists it, keys and notices call it. An entry knows its words, its
// keys and what it does; panes add their own with `register`.
import { signal } from '@preact/signals';

export interface Command {
  id: string;
  title: string;
  /** As the help sheet shows it: `Ctrl+K`, `f`, `[`. */
  keys?: string[];
  /** Heading of the help sheet. */
  group: 'Go' | 'Look' | 'Change' | 'Give away' | 'Page';
  run(): void;
  enabled?(): boolean;
}

const commands = signal<readonly Command[]>([]);

/** Adds commands, those of the same id replaced. */
export function register(...added: Command[]): void {
  const ids = new Set(added.map((command) => command.id));
  commands.value = [...commands.value.filter((command) => !ids.has(command.id)), ...added];
}

export function allCommands(): readonly Command[] {
  return commands.value;
}

export function run(id: string): boolean {
  const command = commands.peek().find((known) => known.id === id);
  if (!command || command.enabled?.() === false) return false;
  command.run();
  return true;
}

/** A key press as it is written in `keys`; null for a lone modifier. */
export function keyName(event: KeyboardEvent): string | null {
  if (['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return null;
  const control = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  const named = event.key.length > 1;
  const shift = event.shiftKey && (named || control) ? 'Shift+' : '';
  const key = named ? event.key : control ? event.key.toUpperCase() : event.key;
  return `${control}${event.altKey ? 'Alt+' : ''}${shift}${key}`;
}

/** Runs what the key means, if anything. In a text field only keys with Ctrl, and F6, are ours. */
export function handleKey(event: KeyboardEvent, inTextField: boolean): boolean {
  const key = keyName(event);
  if (!key || event.defaultPrevented) return false;
  if (inTextField && !key.startsWith('Ctrl+') && !/^(Shift\+)?F6$/.test(key)) return false;
  const command = commands.peek().find((known) => known.keys?.includes(key));
  if (!command || command.enabled?.() === false) return false;
  event.preventDefault();
  command.run();
  return true;
}
