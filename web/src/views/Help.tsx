// The sheet of keys, made from the commands themselves, and the menu of narrow screens.
import { signal } from '@preact/signals';
import { allCommands, run, type Command } from '../commands';
import { ExamplePicker } from '../gallery/Gallery';
import { ExportButton, ShareButton } from '../share/ShareMenu';
import { client } from '../store';
import { Dialog } from './Dialog';
import { Button, IconButton } from './parts';
import { DeviceChoice, RulesChoice } from './Toolbar';

export const helpOpen = signal(false);
export const menuOpen = signal(false);

const kGroups: Command['group'][] = ['Go', 'Look', 'Change', 'Give away', 'Page'];
/** Keys of the graph itself, which are no commands: they act on the node that has the ring. */
const kGraphKeys = [
  ['↑ ↓', 'Producer, consumer'], ['← →', 'Sibling'], ['Enter', 'Select; open or close a segment'],
  ['Shift+Enter', 'Path from the selected op'], ['Alt+click', 'Dim everything else'],
];

export function Help() {
  if (!helpOpen.value) return null;
  const close = () => (helpOpen.value = false);
  return (
    <Dialog label="Keys" class="sheet help" onClose={close}>
      <div class="pane-head"><h2>Keys</h2><span class="grow" /><IconButton icon="close" label="Close" onClick={close} /></div>
      <div class="help-groups">
        {kGroups.map((group) => {
          const members = allCommands().filter((command) => command.group === group && command.keys);
          return members.length > 0 && (
            <section key={group}>
              <h3>{group}</h3>
              <dl>{members.map((command) => <Row key={command.id} keys={command.keys!} words={command.title} />)}</dl>
            </section>
          );
        })}
        <section>
          <h3>In the graph</h3>
          <dl>{kGraphKeys.map(([keys, words]) => <Row key={keys} keys={[keys]} words={words} />)}</dl>
        </section>
      </div>
      <p class="quiet help-foot">Cleave {client.version}. Everything runs on this page; nothing is sent anywhere.</p>
    </Dialog>
  );
}

function Row({ keys, words }: { keys: string[]; words: string }) {
  return <div><dt>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{words}</dd></div>;
}

export function Menu() {
  if (!menuOpen.value) return null;
  const close = () => (menuOpen.value = false);
  const then = (command: string) => () => { close(); setTimeout(() => run(command)); };
  return (
    <Dialog label="Menu" class="sheet menu" onClose={close}>
      <div class="pane-head"><h2>Menu</h2><span class="grow" /><IconButton icon="close" label="Close" onClick={close} /></div>
      <div class="menu-body">
        <ExamplePicker />
        <Button icon="paste" onClick={then('paste')}>Paste or open</Button>
        <RulesChoice /><DeviceChoice />
        <ShareButton /><ExportButton />
        <Button icon="undo" onClick={then('undo')}>Undo</Button>
        <Button icon="redo" onClick={then('redo')}>Redo</Button>
        <Button icon="theme" onClick={() => run('theme')}>Theme</Button>
        <Button icon="help" onClick={then('help')}>Keys and help</Button>
      </div>
    </Dialog>
  );
}
