// The pane of the graph: its head, the canvas with the tree that stands for it where nobody sees it, the overview, and
// the traffic of each segment.
import { run } from '../commands';
import { dispatch, good, stale, state, tab, text, work } from '../store';
import { StaleNote } from '../views/StaleNote';
import { middle, narrow } from '../views/media';
import { IconButton, Switch } from '../views/parts';
import { GraphArea } from './GraphArea';
import { overlay } from './overlay';
import { view } from './scene_store';
import { Traffic } from './Traffic';

function ExpandSwitch() {
  const drawing = good.value?.response.drawing;
  const segments = good.value?.response.segments?.length ?? 0;
  if (!drawing || segments === 0) return null;
  const all = drawing.expanded.length === segments ? 'all' : drawing.expanded.length === 0 ? 'none' : 'some';
  return (
    <Switch label="What is shown" value={all} choices={[['none', 'Segments'], ['all', 'Ops']]}
      onChange={(expand) => dispatch({ type: 'expand', expand })} />
  );
}

function Head() {
  const small = tab.value === 'map' && !narrow.value;
  return (
    <div class="pane-head wide-hidden">
      <h2>Graph</h2>
      {!small && <ExpandSwitch />}
      {overlay.value && !small && (
        <button type="button" class="button small" title="Take the overlay away" onClick={() => (overlay.value = null)}>{overlay.value.name} ×</button>
      )}
      <span class="grow" />
      <IconButton icon="minus" label="Smaller" keys="-" onClick={() => run('zoom_out')} />
      {!small && <button type="button" class="zoom" title="Actual size (1)" aria-label={`Zoom ${Math.round(view.value.zoom * 100)}%. Actual size`} onClick={() => run('actual_size')}>{Math.round(view.value.zoom * 100)}%</button>}
      <IconButton icon="plus" label="Larger" keys="+" onClick={() => run('zoom_in')} />
      <IconButton icon="fit" label="Fit" keys="f" onClick={() => run('fit')} />
    </div>
  );
}

export function GraphPane() {
  return (
    <>
      <Head />
      <StaleNote />
      {text.value !== '' && !good.value && !work.value && state.value.last && !stale.value && (
        <p class="graph-none">There is no result yet: see the problems below.</p>
      )}
      <GraphArea />
      {!narrow.value && !middle.value && tab.value !== 'map' && <Traffic />}
    </>
  );
}
