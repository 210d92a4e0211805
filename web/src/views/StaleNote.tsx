// The line above a pane whose content belongs to an earlier text.
import { firstChangedLine } from '../state';
import { good, stale, state } from '../store';
import { Icon } from './icons';

/** Said above a pane whose content belongs to an earlier text. */
export function StaleNote() {
  if (!stale.value) return null;
  const line = good.value ? firstChangedLine(good.value.text, state.value.text) : null;
  return (
    <p class="stale-note">
      <Icon name="reset" /><b>Last good result</b>{line !== null && <span>from before line {line} changed</span>}
    </p>
  );
}
