// What the page says when there is no text.
import { run } from '../commands';
import { Logo } from './icons';
import { Button } from './parts';

export function Empty() {
  return (
    <div class="empty">
      <Logo />
      <h2>Paste a definition, a script or a bug report</h2>
      <p>Cleave takes the definition, inputs and versions, and says what it ignored. Nothing leaves this page.</p>
      <div class="empty-buttons">
        <Button primary icon="paste" onClick={() => run('paste')}>Paste</Button>
        <Button onClick={() => run('open_file')}>Open file</Button>
        <Button onClick={() => run('open_gallery')}>Try an example</Button>
      </div>
    </div>
  );
}
