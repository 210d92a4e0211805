// The bar above everything: what is open, the palette, the options of the analysis, undo, and the ways out.
import { ExamplePicker } from '../gallery/Gallery';
import { ExportButton, ShareButton } from '../share/ShareMenu';
import { run } from '../commands';
import { kDevices, kRuleSets } from '../devices';
import type { RuleSet } from '../api_types';
import { dispatch, options, state } from '../store';
import { theme } from '../theme';
import { Icon, Logo } from './icons';
import { narrow } from './media';
import { Button, IconButton } from './parts';

export function Choice<T extends string>(props: {
  label: string; value: T; choices: readonly (readonly [T, string])[]; onChange(value: T): void; class?: string;
}) {
  return (
    <label class={`choice ${props.class ?? ''}`}>
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value as T)}>
        {props.choices.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
      </select>
      <Icon name="chevron" />
    </label>
  );
}

export function RulesChoice({ class: extra }: { class?: string }) {
  return (
    <Choice<RuleSet> label="Rules" class={extra} value={options.value.rules} choices={kRuleSets}
      onChange={(rules) => dispatch({ type: 'options', options: { rules } })} />
  );
}

export function DeviceChoice({ class: extra }: { class?: string }) {
  return (
    <Choice label="Device" class={extra} value={options.value.gpu} choices={kDevices}
      onChange={(gpu) => dispatch({ type: 'options', options: { gpu } })} />
  );
}

function UndoButtons() {
  const { past, future } = state.value;
  return (
    <>
      <IconButton icon="undo" label="Undo" keys="Ctrl+Z" disabled={past.length === 0} onClick={() => run('undo')} />
      <IconButton icon="redo" label="Redo" keys="Ctrl+Y" disabled={future.length === 0} onClick={() => run('redo')} />
    </>
  );
}

const kThemeWords = { system: 'as the system', light: 'light', dark: 'dark' };

export function ThemeButton() {
  return (
    <IconButton icon="theme" label={`Theme: ${kThemeWords[theme.value]}. Change`} onClick={() => run('theme')} />
  );
}

export function Toolbar() {
  if (narrow.value) return <NarrowToolbar />;
  return (
    <header class="toolbar">
      <div class="brand"><Logo /><h1>Cleave</h1></div>
      <ExamplePicker />
      <div class="middle-hidden"><Button icon="paste" onClick={() => run('paste')}>Paste or open</Button></div>
      <button type="button" class="find" onClick={() => run('palette')} aria-label="Find op, value, segment"
        title="Find op, value, segment (Ctrl+K)">
        <Icon name="search" /><span>Find op, value, segment</span><kbd>Ctrl K</kbd>
      </button>
      <span class="grow" />
      <RulesChoice class="wide-only" />
      <DeviceChoice class="wide-only" />
      <span class="separator-line middle-hidden" />
      <UndoButtons />
      <span class="separator-line middle-hidden" />
      <ShareButton />
      <ExportButton />
      <ThemeButton />
      <IconButton icon="help" label="Keys and help" keys="?" onClick={() => run('help')} />
    </header>
  );
}

function NarrowToolbar() {
  return (
    <header class="toolbar">
      <IconButton icon="menu" label="Menu" onClick={() => run('menu')} />
      <div class="brand"><Logo /><h1><span>{state.value.name || 'Cleave'}</span></h1></div>
      <IconButton icon="search" label="Find op, value, segment" onClick={() => run('palette')} />
      <IconButton icon="share" label="Copy link" onClick={() => run('copy_link')} />
    </header>
  );
}
