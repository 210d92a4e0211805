// The Inspector: what is known about the selection, in five tabs; on a narrow screen what the bottom tab asks for.
import { useEffect } from 'preact/hooks';
import '../style/inspector.css';
import { run } from '../commands';
import { letter } from '../format';
import { MoreMenu } from '../share/ShareMenu';
import type { Tab } from '../state';
import { dispatch, good, place, segment, tab, tables } from '../store';
import { StaleNote } from '../views/StaleNote';
import { narrow } from '../views/media';
import { Button, IconButton, Switch } from '../views/parts';
import { KernelTab } from './KernelTab';
import { MapTab } from './MapTab';
import { NarrowSegments } from './NarrowSegments';
import { RunTab } from './RunTab';
import { SegmentTab } from './SegmentTab';
import { shownCut } from './shown';
import { Why } from './Why';

const kTabs: readonly (readonly [Tab, string])[] = [
  ['why', 'Why'], ['segment', 'Segment'], ['map', 'Index map'], ['kernel', 'Kernel'], ['run', 'Run'],
];

function moveTab(event: KeyboardEvent): void {
  const at = kTabs.findIndex(([name]) => name === tab.value);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: kTabs.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const [name] = kTabs[(to + kTabs.length) % kTabs.length];
  dispatch({ type: 'tab', tab: name });
  document.getElementById(`tab-${name}`)?.focus();
}

/** A wider Inspector until pressed again; the separators know the same property. */
function widen(): void {
  const { style } = document.documentElement;
  if (style.getPropertyValue('--inspector-set') === '') style.setProperty('--inspector-set', '56rem');
  else style.removeProperty('--inspector-set');
}

function Tabs() {
  return (
    <div class="pane-head inspector-head">
      <div role="tablist" aria-label="Inspector" class="tabs" onKeyDown={moveTab}>
        {kTabs.map(([name, words]) => (
          <button type="button" role="tab" key={name} id={`tab-${name}`} aria-selected={tab.value === name} aria-controls="inspector-panel"
            tabIndex={tab.value === name ? 0 : -1} onClick={() => dispatch({ type: 'tab', tab: name })}>{words}</button>
        ))}
      </div>
      <span class="grow" />
      <span class="middle-hidden"><IconButton icon="wide" label="Widen or narrow this panel" onClick={widen} /></span>
    </div>
  );
}

function Panel({ shown }: { shown: Tab }) {
  switch (shown) {
    case 'why': return <Why />;
    case 'segment': return <SegmentTab />;
    case 'map': return <MapTab />;
    case 'kernel': return <KernelTab />;
    case 'run': return <RunTab />;
  }
}

/** The segment that the buttons at the foot are about: in Why the one before the cut. */
function footSegment(): number | null {
  const cut = shownCut.value;
  return tab.value === 'why' && cut !== null ? tables.value.cuts[cut].from : segment.value;
}

function Foot() {
  const id = footSegment();
  if (id === null || (tab.value !== 'why' && tab.value !== 'segment')) return null;
  return (
    <div class="pane-foot">
      <Button primary icon="copy" onClick={() => run('copy_repro')}>Copy repro of {letter(id)}</Button>
      {tab.value === 'why' ? <Button onClick={() => run('copy_issue')}>Copy as issue</Button>
        : <Button onClick={() => run('open_alone')}>Open {letter(id)} alone</Button>}
      <span class="grow" />
      <MoreMenu />
    </div>
  );
}

function Nothing() {
  return <p class="tab-note">Nothing is analysed yet. What is found about the definition stands here.</p>;
}

export function Inspector() {
  const scrolls = tab.value === 'why' || tab.value === 'run';
  if (narrow.value) return <Narrow />;
  return (
    <>
      <Tabs />
      <StaleNote />
      <div class={`pane-body ${scrolls ? '' : 'fills'}`} role="tabpanel" id="inspector-panel" aria-labelledby={`tab-${tab.value}`}
        tabIndex={scrolls ? 0 : undefined} data-pane-focus={scrolls ? true : undefined}>
        {good.value ? <Panel shown={tab.value} /> : <Nothing />}
      </div>
      {good.value && <Foot />}
    </>
  );
}

const kCodeTabs = [['kernel', 'Kernel'], ['map', 'Index map'], ['run', 'Run']] as const;

function Narrow() {
  const inCode = place.value === 'code';
  const shown = tab.value === 'map' || tab.value === 'run' ? tab.value : 'kernel';
  useEffect(() => {
    if (place.value === 'why') dispatch({ type: 'tab', tab: 'why' });
  }, [place.value]);
  if (!good.value) return <Nothing />;
  return (
    <>
      <StaleNote />
      {inCode && <div class="code-switch"><Switch label="Show" value={shown} choices={kCodeTabs} onChange={(name) => dispatch({ type: 'tab', tab: name })} /></div>}
      <div class={`pane-body ${inCode && shown !== 'run' ? 'fills' : ''}`} tabIndex={0} role="region" aria-label="Details">
        {place.value === 'segments' ? <NarrowSegments /> : place.value === 'why' ? <Why /> : <Panel shown={shown} />}
      </div>
    </>
  );
}
