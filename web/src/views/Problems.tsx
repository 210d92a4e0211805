// All diagnostics of the last answer, worst first, each with its place and, where the core suggests a word, one fix.
import { run } from '../commands';
import type { DiagnosticView } from '../api_types';
import { mended, suggestionOf } from '../places';
import { copyText, dispatch, last, problems, text } from '../store';
import { reveal } from '../editor/reveal';
import { Icon } from './icons';
import { Button, IconButton, Marked } from './parts';

const kOrder = { error: 0, warning: 1, note: 2 };
const kIcon = { error: 'error', warning: 'warning', note: 'info' } as const;
/** More rows than this are not drawn; the count says how many there are. */
const kRows = 200;

/** Takes the suggestion of a diagnostic into the text. */
export function mend(diagnostic: DiagnosticView): void {
  const changed = last.value && last.value.text === text.value ? mended(text.value, diagnostic) : null;
  if (changed !== null) dispatch({ type: 'edit', text: changed, at: performance.now() });
}

function Row({ diagnostic }: { diagnostic: DiagnosticView }) {
  const { seen, instead } = suggestionOf(diagnostic);
  return (
    <li class={diagnostic.severity}>
      <Icon name={kIcon[diagnostic.severity]} />
      <span class="code">{diagnostic.code}</span>
      <div class="message-cell">
        <p class="message"><span class="visually-hidden">{diagnostic.severity}: </span><Marked text={seen} /></p>
        {instead !== null && <p class="help">Did you mean <code>{instead}</code>?</p>}
        {diagnostic.notes.map((note, i) => <p key={i} class="help"><Marked text={note} /></p>)}
      </div>
      {diagnostic.line !== undefined ? (
        <button type="button" class="at" aria-label={`Go to line ${diagnostic.line}, column ${diagnostic.column ?? 1}`}
          onClick={() => reveal(diagnostic.line!, { column: diagnostic.column, focus: true })}>
          {diagnostic.line}:{diagnostic.column ?? 1}
        </button>
      ) : <span />}
      {instead !== null
        ? <Button small onClick={() => mend(diagnostic)}>Change to <code>{instead}</code></Button> : <span />}
    </li>
  );
}

export function Problems() {
  const diagnostics = last.value?.response.diagnostics ?? [];
  if (!problems.value || diagnostics.length === 0) return null;
  const sorted = [...diagnostics].sort((a, b) => kOrder[a.severity] - kOrder[b.severity]);
  const errors = sorted.filter((diagnostic) => diagnostic.severity === 'error').length;
  const total = diagnostics.length + (last.value?.response.diagnostics_dropped ?? 0);
  const copy = () => copyText(sorted.map((diagnostic) => diagnostic.rendered).join('\n'), 'Copied all problems');
  return (
    <section class="problems" aria-label="Problems">
      <div class="pane-head">
        <h2>Problems</h2>
        <span class={`count ${errors > 0 ? 'err' : ''}`}>{total}</span>
        <span class="grow" />
        <Button small icon="copy" onClick={() => void copy()}>Copy all</Button>
        <IconButton icon="close" label="Close problems" onClick={() => run('problems')} />
      </div>
      <ul tabIndex={0} aria-label="List of problems">
        {sorted.slice(0, kRows).map((diagnostic, i) => <Row key={i} diagnostic={diagnostic} />)}
      </ul>
    </section>
  );
}
