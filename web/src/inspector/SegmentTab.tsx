// The Segment tab: one segment as a script of its own, with what each statement is in the original beside it, and the
// ways to take it along.
import { useMemo, useState } from 'preact/hooks';
import { bytes, letter, number } from '../format';
import { rowKey } from '../selection';
import { dispatch, litByHover, litBySelection, segment, state, tables } from '../store';
import { Badge, hue, Switch } from '../views/parts';
import { Code, kNoMarks } from './Code';
import { asidesOf, factsOf, linesBefore, withOriginalNames, type Aside } from './segment_model';
import { SegmentSwitch } from './SegmentSwitch';

type Names = 'own' | 'original';

function Facts({ id }: { id: number }) {
  const facts = factsOf(id, tables.value);
  const updates = tables.value.segments[id].updates_after?.length ?? 0;
  return (
    <dl class="facts-row">
      <div><dt>ops</dt><dd>{number(facts.ops)}{facts.copies > 0 && <span> and {facts.copies} {facts.copies === 1 ? 'copy' : 'copies'}</span>}</dd></div>
      <div><dt>reads</dt><dd>{bytes(facts.reads)}</dd></div>
      <div><dt>writes</dt><dd>{bytes(facts.writes)}{updates > 0 && <span> and {updates} in place</span>}</dd></div>
      <div><dt>runs after</dt><dd>{facts.after.length === 0 ? 'nothing' : facts.after.slice(0, 6).map((each) => <Badge key={each} segment={each} />)}
        {facts.after.length > 6 && <span> and {facts.after.length - 6} more</span>}</dd></div>
    </dl>
  );
}

/** Lines of this segment that the rows of a selection stand at. */
function linesOf(id: number, rows: ReadonlySet<string>, asides: readonly Aside[]): [number, number][] {
  return asides.filter((aside) => aside.value !== null && tables.value.values[aside.value].segments
    .some((place) => place.segment === id && rows.has(rowKey(id, place.index))))
    .map((aside) => [aside.line, aside.line]);
}

/** The row of the map that a line of the script makes. */
function rowOfAside(id: number, aside: Aside | undefined): { kind: 'row'; segment: number; index: number } | null {
  if (!aside || aside.value === null) return null;
  const place = tables.value.values[aside.value].segments.find((each) => each.segment === id);
  return place ? { kind: 'row', segment: id, index: place.index } : null;
}

export function SegmentTab() {
  const id = segment.value;
  return id === null || !tables.value.segments[id] ? null : <Shown id={id} />;
}

function Shown({ id }: { id: number }) {
  const [names, setNames] = useState<Names>('own');
  const now = tables.value;
  const view = now.segments[id];
  const script = view.repro ?? view.definition;
  const asides = useMemo(() => asidesOf(id, now, linesBefore(script, view.definition)), [id, now]);
  const byLine = useMemo(() => new Map(asides.map((aside) => [aside.line, aside])), [asides]);
  const beside = useMemo(() => asides.map((aside) =>
    ({ line: aside.line, arrow: aside.original !== '', strong: aside.original, words: aside.words, segment: aside.segment })), [asides]);
  const lit = linesOf(id, litBySelection.value.rows, asides);
  const marks = { ...kNoMarks, lit, hovered: linesOf(id, litByHover.value.rows, asides), beside };
  const hover = (line: number | null) => dispatch({ type: 'hover', hover: line === null ? null : rowOfAside(id, byLine.get(line)) });
  const select = (line: number) => {
    const row = rowOfAside(id, byLine.get(line));
    if (row) dispatch({ type: 'select', selection: row });
  };
  return (
    <div class={`tab-fill ${hue(id)}`}>
      <div class="tab-bar"><SegmentSwitch /><span class="grow" />
        <Switch<Names> label="Names" value={names} choices={[['own', 'Own names'], ['original', 'Original names']]} onChange={setNames} />
      </div>
      <Facts id={id} />
      <p class="code-head"><span>Definition of {letter(id)}{names === 'original' && ', for reading'}</span><span>Original</span></p>
      <Code key={state.value.name} text={names === 'own' ? script : withOriginalNames(script, view)} language="python" wraps beside
        label={`Definition of segment ${letter(id)}`} marks={marks} show={lit[0]?.[0] ?? null} onLine={select} onHover={hover} />
    </div>
  );
}
