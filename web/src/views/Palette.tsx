// Finds anything by name and goes there: one field, one list, arrows and Enter.
import { signal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { allCommands, run } from '../commands';
import { everything, find, type Found } from '../find';
import { dispatch, tables } from '../store';
import { followSelection } from '../follow';
import { Dialog } from './Dialog';
import { Icon } from './icons';
import { Badge } from './parts';

export const paletteOpen = signal(false);

function choose(found: Found): void {
  paletteOpen.value = false;
  if (found.command) {
    // After the dialog gave the focus back.
    setTimeout(() => run(found.command!));
  } else if (found.selection) {
    dispatch({ type: 'select', selection: found.selection });
    followSelection();
  }
}

export function Palette() {
  if (!paletteOpen.value) return null;
  return <Opened />;
}

function Opened() {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const all = useMemo(() => everything(tables.value, allCommands()), []);
  const found = useMemo(() => find(all, typed), [typed]);
  const at = Math.min(active, Math.max(0, found.length - 1));
  const move = (to: number) => {
    setActive(to);
    document.getElementById(`found-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(Math.min(found.length - 1, at + 1));
    else if (event.key === 'ArrowUp') move(Math.max(0, at - 1));
    else if (event.key === 'Enter' && found[at]) choose(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label="Find" class="palette" onClose={() => (paletteOpen.value = false)}>
      <div class="palette-field">
        <Icon name="search" />
        <input type="text" role="combobox" aria-expanded="true" aria-controls="found" aria-label="Find op, value, segment or command"
          aria-activedescendant={found[at] ? `found-${at}` : undefined} placeholder="Find op, value, segment or command"
          autocomplete="off" spellcheck={false} autofocus value={typed} onKeyDown={onKeyDown}
          onInput={(event) => { setTyped(event.currentTarget.value); setActive(0); }} />
      </div>
      {found.length === 0 && <p class="quiet palette-none" role="status">Nothing is called that.</p>}
      <div id="found" role="listbox" aria-label="Found">
        {found.map((one, i) => (
          <div key={i} id={`found-${i}`} role="option" aria-selected={i === at} onPointerMove={() => i !== at && setActive(i)}
            onClick={() => choose(one)}>
            {one.segment !== undefined ? <Badge segment={one.segment} small /> : <Icon name={one.kind === 'cut' ? 'cut' : one.kind === 'command' ? 'bolt' : 'arrow'} />}
            <span class={one.kind === 'command' ? '' : 'mono'}>{one.name}</span>
            <span class="quiet">{one.detail}</span>
            {one.keys && <kbd>{one.keys}</kbd>}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
