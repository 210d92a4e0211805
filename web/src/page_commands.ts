// What the page itself can do by name. Panes register their own; see commands.ts.
import { analyseNow, cancelAnalysis } from './analysis';
import { register } from './commands';
import { followSelection } from './follow';
import { openFile, takeClipboard } from './intake';
import { textBefore } from './keep';
import { announcement, client, copyText, dispatch, good, showToast, state, step, tables, work } from './store';
import { cycleTheme } from './theme';
import { helpOpen, menuOpen } from './views/Help';
import { paletteOpen } from './views/Palette';

/** The pane that has the focus, moved on by one; pages wrap around. */
function movePane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.offsetParent !== null);
  if (panes.length === 0) return;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(at + by + panes.length) % panes.length] ?? panes[0];
  const target = next.querySelector<HTMLElement>('[data-pane-focus]') ?? next;
  target.focus();
  announcement.value = next.getAttribute('aria-label') ?? '';
}

function moveCut(by: 1 | -1): void {
  const cuts = tables.value.cuts.length;
  if (cuts === 0) return showToast('There is no cut');
  const { selection } = state.peek();
  const at = selection?.kind === 'cut' ? selection.id : by > 0 ? -1 : 0;
  dispatch({ type: 'select', selection: { kind: 'cut', id: (at + by + cuts) % cuts }, tab: 'why' });
  followSelection();
}

function moveStep(by: 1 | -1): void {
  const merges = tables.value.merges;
  if (merges.length === 0) return;
  const at = Math.min(merges.length - 1, Math.max(0, (step.value ?? merges.length - 1) + by));
  dispatch({ type: 'step', step: at });
  const { refused } = merges[at];
  announcement.value = `Merge ${at + 1} of ${merges.length}: ${refused === null ? 'merged' : `refused, ${refused}`}`;
}

function undo(type: 'undo' | 'redo'): void {
  dispatch({ type });
  announcement.value = type === 'undo' ? 'Undone' : 'Done again';
}

async function copyCrashReport(): Promise<void> {
  const lines = [`Cleave ${client.version}`, navigator.userAgent, '', ...client.log, '', 'The text:', state.peek().text];
  await copyText(lines.join('\n'), 'Copied the report');
}

function restoreTextBefore(): void {
  const before = textBefore();
  if (before) dispatch({ type: 'open', ...before });
}

export function registerPageCommands(): void {
  const hasSteps = () => tables.value.merges.length > 0;
  register(
    { id: 'palette', title: 'Find op, value, segment or command', keys: ['Ctrl+K', '/'], group: 'Go', run: () => (paletteOpen.value = true) },
    { id: 'next_pane', title: 'Next pane', keys: ['F6'], group: 'Go', run: () => movePane(1) },
    { id: 'previous_pane', title: 'Previous pane', keys: ['Shift+F6'], group: 'Go', run: () => movePane(-1) },
    { id: 'previous_cut', title: 'Previous cut', keys: ['['], group: 'Go', run: () => moveCut(-1), enabled: () => tables.value.cuts.length > 0 },
    { id: 'next_cut', title: 'Next cut', keys: [']'], group: 'Go', run: () => moveCut(1), enabled: () => tables.value.cuts.length > 0 },
    { id: 'back', title: 'Back to what was selected before', keys: ['Backspace'], group: 'Go', run: () => { dispatch({ type: 'back' }); followSelection(); } },
    { id: 'escape', title: 'One level less: preview, dimming, selection', keys: ['Escape'], group: 'Go', run: () => dispatch({ type: 'escape' }) },
    { id: 'previous_step', title: 'Previous step of the joining', keys: ['j'], group: 'Look', run: () => moveStep(-1), enabled: hasSteps },
    { id: 'next_step', title: 'Next step of the joining', keys: ['k'], group: 'Look', run: () => moveStep(1), enabled: hasSteps },
    { id: 'problems', title: 'Show or hide problems', keys: ['p'], group: 'Look', run: () => dispatch({ type: 'problems', open: !state.peek().problems }) },
    { id: 'undo', title: 'Undo', keys: ['Ctrl+Z'], group: 'Change', run: () => undo('undo'), enabled: () => state.peek().past.length > 0 },
    { id: 'redo', title: 'Redo', keys: ['Ctrl+Y', 'Ctrl+Shift+Z'], group: 'Change', run: () => undo('redo'), enabled: () => state.peek().future.length > 0 },
    { id: 'paste', title: 'Paste or open', group: 'Change', run: () => void takeClipboard() },
    { id: 'open_file', title: 'Open a file', keys: ['Ctrl+O'], group: 'Change', run: openFile },
    { id: 'text_before', title: 'Bring back the text from before the last paste or link', group: 'Change', run: restoreTextBefore, enabled: () => textBefore() !== null },
    { id: 'analyse', title: 'Analyse again', group: 'Change', run: analyseNow },
    { id: 'cancel', title: 'Cancel the analysis', group: 'Change', run: cancelAnalysis, enabled: () => work.value !== null },
    { id: 'rules', title: 'Switch the rule set', group: 'Change', run: switchRules },
    { id: 'copy_text', title: 'Copy the text', group: 'Give away', run: () => void copyText(state.peek().text, 'Copied the text') },
    { id: 'copy_crash_report', title: 'Copy a report of what happened', group: 'Give away', run: () => void copyCrashReport() },
    { id: 'theme', title: 'Theme: system, light, dark', group: 'Page', run: () => showToast(`Theme: ${cycleTheme()}`) },
    { id: 'help', title: 'Keys and help', keys: ['?'], group: 'Page', run: () => (helpOpen.value = true) },
    { id: 'menu', title: 'Menu', group: 'Page', run: () => (menuOpen.value = true), enabled: () => true },
    { id: 'show_unknown', title: 'Show the next op that is not known', group: 'Look', run: showUnknown, enabled: () => tables.value.ops.some((op) => op.opaque) },
    { id: 'show_selection', title: 'Show the selection in text and graph', keys: ['s'], group: 'Look', run: () => followSelection(), enabled: () => good.value !== null },
  );
}

function showUnknown(): void {
  const { selection } = state.peek();
  const unknown = tables.value.ops.filter((op) => op.opaque);
  const at = selection?.kind === 'op' ? unknown.findIndex((op) => op.id === selection.id) : -1;
  const next = unknown[(at + 1) % unknown.length];
  dispatch({ type: 'select', selection: { kind: 'op', id: next.id } });
  followSelection();
}

function switchRules(): void {
  const rules = state.peek().options.rules === 'nvfuser' ? 'extended' : 'nvfuser';
  dispatch({ type: 'options', options: { rules } });
  showToast(`Rule set ${rules}`);
}

