// The ways in: the clipboard, a file, a drop. Whatever comes is taken as text and opened whole; the text before can be
// undone. What it holds is for the core to say.
import { signal } from '@preact/signals';
import { dispatch } from './store';

/** Larger files are refused here: the core would refuse them too, after they have filled the memory. */
export const kLargest = 32 * 1024 * 1024;

/** Whether the box with a field to paste into is open. */
export const pasteOpen = signal(false);

export function takeText(text: string, name: string): void {
  if (text.trim() === '') {
    refuse('There is no text in that', 'The clipboard or file is empty. Your text is intact.');
    return;
  }
  if (text.length > kLargest) {
    refuse('That is too large', `It has ${text.length.toLocaleString('en-US')} characters; ${kLargest.toLocaleString('en-US')} fit. Your text is intact.`);
    return;
  }
  dispatch({ type: 'open', text: text.replace(/\r\n?/g, '\n'), name, pasted: true });
}

function refuse(title: string, text: string): void {
  dispatch({ type: 'notice', notice: { tone: 'err', icon: 'err', title, text } });
}

export async function takeFile(file: File): Promise<void> {
  if (file.size > kLargest) return refuse('That file is too large', `${file.name} has ${file.size.toLocaleString('en-US')} bytes; ${kLargest.toLocaleString('en-US')} fit. Your text is intact.`);
  try {
    takeText(await file.text(), file.name);
  } catch (error) {
    refuse('The file could not be read', `${file.name}: ${String(error)}. Your text is intact.`);
  }
}

/** Takes the clipboard if the browser gives it without more ado, else shows a field to paste into. */
export async function takeClipboard(): Promise<void> {
  try {
    const permission = await navigator.permissions?.query({ name: 'clipboard-read' as PermissionName });
    const text = permission?.state === 'granted' ? await navigator.clipboard.readText() : '';
    if (text.trim() !== '') return takeText(text, 'pasted');
  } catch {
    // The field below works in every browser.
  }
  pasteOpen.value = true;
}

export function openFile(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.py,.txt,.log,.md,.json,text/*';
  input.onchange = () => input.files?.[0] && void takeFile(input.files[0]);
  input.click();
}

/** Whether an event happens where typing goes. */
export function inTextField(event: Event): boolean {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement
    && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Makes the whole page accept paste and drop. */
export function listenForIntake(): void {
  addEventListener('paste', (event) => {
    if (inTextField(event) || event.defaultPrevented) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() === '' && file) void takeFile(file);
    else takeText(text, 'pasted');
    event.preventDefault();
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void takeFile(file);
    else takeText(event.dataTransfer?.getData('text/plain') ?? '', 'dropped');
  }, true);
}
