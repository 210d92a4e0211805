// The graph for those who do not see it: a tree of segments and their ops, of which only what is near the active node is
// in the page, so that ten thousand ops cost nothing.
import { tables } from '../store';
import { describe } from './describe';
import type { Scene } from './scene';

/** Nodes before and after the active one that are in the page. */
const kAround = 20;

function Item({ scene, place, level, setSize, position, selected }: {
  scene: Scene; place: number; level: number; setSize: number; position: number; selected: boolean;
}) {
  const shape = scene.shapes[place];
  return (
    <li id={`node-${place}`} role="treeitem" aria-level={level} aria-setsize={setSize} aria-posinset={position} aria-selected={selected}
      aria-expanded={shape.kind === 'card' ? scene.expanded.has(shape.id) : undefined}>
      {describe(tables.value, shape, scene.expanded)}
    </li>
  );
}

export function GraphTree({ scene, active }: { scene: Scene; active: number }) {
  const at = Math.max(0, active);
  const from = Math.max(0, at - kAround);
  const shown = scene.shapes.slice(from, at + kAround + 1);
  return (
    <ul role="tree" aria-label="Segments, ops, cuts, inputs and outputs" class="visually-hidden">
      {shown.map((shape, i) => (
        <Item key={from + i} scene={scene} place={from + i} level={shape.segment === null || shape.kind === 'card' ? 1 : 2}
          setSize={scene.shapes.length} position={from + i + 1} selected={from + i === active} />
      ))}
    </ul>
  );
}
