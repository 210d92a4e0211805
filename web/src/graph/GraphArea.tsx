// The canvas and what makes it usable without seeing or pointing: one tab stop, arrow keys over its nodes, a tree of them.
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { register } from '../commands';
import { followSelection, wantedInGraph } from '../follow';
import { sameSelection, type Selection } from '../selection';
import { pathBetween } from '../path';
import { announcement, dispatch, hover, litBySelection, selection, showToast, state, tables } from '../store';
import { colourVersion } from '../theme';
import { narrow } from '../views/media';
import { IconButton } from '../views/parts';
import { GraphCanvas } from './canvas';
import { describe } from './describe';
import { GraphTree } from './GraphTree';
import { activeNode, graphFocused, hoveredShape, marks } from './marks';
import { Overview } from './Overview';
import { selectionOf, type Scene } from './scene';
import { drawing, overviewWanted, pane, scene, view } from './scene_store';
import type { Box } from './viewport';
import { walk, type Direction } from './walk';

let canvas: GraphCanvas | null = null;

function select(wanted: Selection, alt: boolean): void {
  const again = sameSelection(wanted, selection.peek());
  if (again && wanted.kind === 'segment' && !alt) return dispatch({ type: 'toggle_segment', segment: wanted.id });
  dispatch({ type: 'select', selection: wanted, isolate: alt ? !(again && state.peek().isolated) : undefined, tab: wanted.kind === 'cut' ? 'why' : undefined });
  followSelection({ from: 'graph' });
}

function selectionUnder(now: Scene, shape: number, wire: number): Selection | null {
  if (wire >= 0) {
    const { value, cut } = now.wires[wire];
    return cut !== null && shape < 0 ? { kind: 'cut', id: cut } : { kind: 'value', id: value };
  }
  return shape >= 0 ? selectionOf(now.shapes[shape]) : null;
}

/** The path between the selected op and another. */
function showPath(to: number): void {
  const from = selection.peek();
  if (from?.kind !== 'op' || from.id === to) return select({ kind: 'op', id: to }, false);
  const path = pathBetween(tables.peek(), from.id, to);
  if (path) dispatch({ type: 'path', to });
  showToast(path ? `${path.length - 1} steps between the two` : 'No path leads from one to the other');
}

const hooks = {
  press(shape: number, wire: number, how: { alt: boolean; shift: boolean; double: boolean }) {
    const now = scene.peek();
    if (!now) return;
    activeNode.value = shape;
    const wanted = selectionUnder(now, shape, wire);
    if (!wanted) return dispatch({ type: 'select', selection: null });
    if (how.double && wanted.kind === 'op') return;
    if (how.shift && wanted.kind === 'op') return showPath(wanted.id);
    select(wanted, how.alt);
  },
  hover(shape: number, wire: number) {
    const now = scene.peek();
    const wanted = now ? selectionUnder(now, shape, wire) : null;
    hoveredShape.value = shape;
    if (!sameSelection(wanted, hover.peek())) dispatch({ type: 'hover', hover: wanted });
  },
  moved(at: typeof view.value, size: typeof pane.value) {
    view.value = at;
    pane.value = size;
  },
};

/** The box of what is selected, as far as it is drawn. */
function selectedBox(now: Scene): Box | null {
  const lit = litBySelection.peek();
  const places = new Set<number>();
  for (const cut of lit.cuts) now.pillOfCut.get(cut)?.forEach((i) => places.add(i));
  if (places.size === 0) for (const op of lit.ops) {
    const nodes = now.shapesOfOp.get(op) ?? [];
    (nodes.length > 0 ? nodes : tables.peek().ops[op].segments.map((segment) => now.cardOf.get(segment) ?? -1)).forEach((i) => places.add(i));
  }
  if (places.size === 0) for (const segment of lit.segments) places.add(now.cardOf.get(segment) ?? -1);
  if (places.size === 0) for (const value of lit.values) now.endsOfValue.get(value)?.forEach((i) => places.add(i));
  const shapes = [...places].map((i) => now.shapes[i]).filter(Boolean);
  if (shapes.length === 0) return null;
  const x = Math.min(...shapes.map((shape) => shape.x));
  const y = Math.min(...shapes.map((shape) => shape.y));
  return {
    x, y, width: Math.max(...shapes.map((shape) => shape.x + shape.width)) - x,
    height: Math.max(...shapes.map((shape) => shape.y + shape.height)) - y,
  };
}

/** The node that the keyboard begins at: what is selected, else the first card. */
function startNode(now: Scene): number {
  const wanted = selection.peek();
  const at = wanted ? now.shapes.findIndex((shape) => sameSelection(selectionOf(shape), wanted)) : -1;
  return at >= 0 ? at : Math.max(0, now.shapes.findIndex((shape) => shape.kind === 'card'));
}

const kArrows: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

function onKeyDown(event: KeyboardEvent): void {
  const now = scene.value;
  if (!now || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!now.shapes[activeNode.value]) activeNode.value = startNode(now);
  const direction = kArrows[event.key];
  if (direction) {
    event.preventDefault();
    const next = walk(now, tables.value, activeNode.value, direction);
    if (next === null) return;
    activeNode.value = next;
    canvas?.reveal(now.shapes[next]);
    announcement.value = describe(tables.value, now.shapes[next], now.expanded);
  } else if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    const wanted = selectionOf(now.shapes[activeNode.value]);
    if (event.shiftKey && wanted.kind === 'op') showPath(wanted.id);
    else select(wanted, false);
  }
}

function fit(): void {
  if (!canvas) return;
  const now = scene.peek();
  // Cards are closed before anything becomes too small to read.
  if (now && !canvas.fitsReadably && now.expanded.size > 0) {
    fitAfterClosing = true;
    return dispatch({ type: 'expand', expand: 'none' });
  }
  canvas.fit();
}

let fitAfterClosing = false;

register(
  { id: 'fit', title: 'Fit the graph', keys: ['f'], group: 'Look', run: fit },
  { id: 'actual_size', title: 'Actual size', keys: ['1'], group: 'Look', run: () => canvas?.actualSize() },
  { id: 'zoom_in', title: 'Larger', keys: ['+', '='], group: 'Look', run: () => canvas?.zoom(1.25) },
  { id: 'zoom_out', title: 'Smaller', keys: ['-'], group: 'Look', run: () => canvas?.zoom(0.8) },
  { id: 'overview', title: 'Overview on or off', keys: ['m'], group: 'Look', run: () => (overviewWanted.value = !overviewWanted.value) },
  { id: 'open_all', title: 'Show ops', group: 'Look', run: () => dispatch({ type: 'expand', expand: 'all' }) },
  { id: 'close_all', title: 'Show segments only', group: 'Look', run: () => dispatch({ type: 'expand', expand: 'none' }) },
);

/** Where on the screen the shape of a selection is, for tests that press it. */
export function placeOnScreen(wanted: Selection): { x: number; y: number } | null {
  const now = scene.peek();
  const shape = now?.shapes.find((one) => sameSelection(selectionOf(one), wanted));
  return shape && canvas ? canvas.onScreen(shape.x + Math.min(40, shape.width / 2), shape.y + Math.min(12, shape.height / 2)) : null;
}

/** For those who measure: a zoom, or all of the drawing. */
export function zoomTo(zoom: number | null): void {
  if (!canvas) return;
  if (zoom === null) canvas.fit();
  else canvas.zoom(zoom / canvas.view.zoom);
}

export function GraphArea() {
  const element = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas = new GraphCanvas(element.current!, hooks);
    let name = '';
    const ends = [
      effect(() => {
        const fresh = state.peek().name + (drawing.value === null) !== name;
        name = state.peek().name + (drawing.value === null);
        canvas?.show(scene.value, fresh);
        if (fitAfterClosing && scene.value?.expanded.size === 0) {
          fitAfterClosing = false;
          canvas?.fit();
        }
        activeNode.value = -1;
      }),
      effect(() => canvas?.mark(marks.value)),
      effect(() => { if (colourVersion.value > 0) requestAnimationFrame(() => canvas?.recolour()); }),
      effect(() => {
        if (wantedInGraph.value === 0) return;
        const now = scene.peek();
        const box = now && selectedBox(now);
        if (box) canvas?.reveal(box);
      }),
    ];
    return () => {
      ends.forEach((end) => end());
      canvas?.end();
      canvas = null;
    };
  }, []);
  const now = scene.value;
  const active = now?.shapes[activeNode.value] ? activeNode.value : -1;
  const onFocus = () => {
    graphFocused.value = true;
    if (scene.value && !scene.value.shapes[activeNode.value]) activeNode.value = startNode(scene.value);
  };
  return (
    <div class="graph-area">
      <div class="graph-keys" role="application" aria-roledescription="graph" tabIndex={0} data-pane-focus
        aria-label="Graph of segments and ops. Arrow keys follow edges, Enter selects."
        aria-activedescendant={graphFocused.value && active >= 0 ? `node-${active}` : undefined}
        onKeyDown={onKeyDown} onFocus={onFocus} onBlur={() => (graphFocused.value = false)}>
        <canvas ref={element} aria-hidden="true" />
        {now && <GraphTree scene={now} active={active} />}
      </div>
      {now && !narrow.value && <Overview onMove={(x, y) => canvas?.centre(x, y)} />}
      {narrow.value && (
        <div class="graph-buttons">
          <IconButton icon="plus" label="Larger" onClick={() => canvas?.zoom(1.25)} />
          <IconButton icon="minus" label="Smaller" onClick={() => canvas?.zoom(0.8)} />
          <IconButton icon="fit" label="Fit" onClick={fit} />
        </div>
      )}
    </div>
  );
}
