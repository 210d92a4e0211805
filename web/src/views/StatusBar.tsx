// The last line: how many problems, how long the analysis took, that nothing leaves the page, where the caret is.
import { run } from '../commands';
import { caret } from '../editor/reveal';
import { milliseconds, plural } from '../format';
import { count } from '../state';
import { good, last, problems } from '../store';
import { Icon } from './icons';

export function problemWords(errors: number, notes: number): string {
  if (errors > 0) return plural(errors, 'error');
  return notes > 0 ? plural(notes, 'note') : 'No problems';
}

export function StatusBar() {
  const now = last.value;
  const errors = now ? count(now, 'error') : 0;
  const notes = now ? count(now, 'warning') + count(now, 'note') : 0;
  const took = now && errors === 0 ? `${plural(good.value?.response.summary?.ops ?? 0, 'op')} analysed in ${milliseconds(now.milliseconds)}` : '';
  return (
    <footer class="status">
      {now && (
        <button type="button" aria-expanded={problems.value} onClick={() => run('problems')} disabled={errors + notes === 0}>
          {errors > 0 ? <Icon name="error" class="err" /> : notes > 0 ? <Icon name="warning" class="warn" /> : <Icon name="check" class="ok" />}
          {problemWords(errors, notes)}
        </button>
      )}
      <span>{errors > 0 ? 'Not analysed further' : took}</span>
      <span class="grow" />
      <span class="lock middle-hidden"><Icon name="lock" />Nothing leaves this page</span>
      <span>Ln {caret.value.line}, Col {caret.value.column}</span>
    </footer>
  );
}
