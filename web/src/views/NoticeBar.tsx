// The one message above the panes: what a paste took, that something was cancelled, that the core was restarted.
import { run } from '../commands';
import { dispatch, notice } from '../store';
import { Icon } from './icons';
import { Button, IconButton } from './parts';

const kIcon = { check: 'check', info: 'info', err: 'error', stop: 'stop' } as const;

export function NoticeBar() {
  const shown = notice.value;
  if (!shown) return null;
  return (
    <div class={`notice ${shown.tone}`} role="status">
      <Icon name={kIcon[shown.icon]} />
      <div class="words"><b>{shown.title}</b><p>{shown.text}</p></div>
      {shown.action && <Button onClick={() => run(shown.action!.command)}>{shown.action.label}</Button>}
      <IconButton icon="close" label="Close this message" onClick={() => dispatch({ type: 'notice', notice: null })} />
    </div>
  );
}
