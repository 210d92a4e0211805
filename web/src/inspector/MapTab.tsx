// The Index map tab: every state of every segment beside its original, as a grid that draws only the rows in view. One
// tab stop; arrows move, Enter selects, Left and Right close and open folds.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { number, plural } from '../format';
import { rowKey } from '../selection';
import { copyText, dispatch, hover, litBySelection, segment, tables } from '../store';
import { Icon } from '../views/icons';
import { Badge, Button, hue, Switch } from '../views/parts';
import { MapRowCells, kColumns } from './MapRows';
import { MapTrace } from './MapTrace';
import {
  allMaps, between, boundaryMap, kHeights, mapItems, offsetsOf, rowsOfSegment, spanText, type MapChoices, type MapColumn, type MapItem,
  type MapOrder,
} from './map_model';
import { segmentTitle } from './segment_title';
import { choose } from './shown';

const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

function toggled(open: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Keys of rows that the selection is about: the row itself, or all rows of a value. */
function itemOf(items: readonly MapItem[], rows: ReadonlySet<string>): number {
  return items.findIndex((item) => item.kind === 'row' && rows.has(item.row.key));
}

function Head({ sort, onSort }: { sort: MapChoices['sort']; onSort(column: MapColumn): void }) {
  return (
    <div role="rowgroup" class="map-head">
      <div role="row" aria-rowindex={1} class="map-row">
        {kColumns.map(({ column, words }) => (
          <div role="columnheader" key={words} class={`c-${column ?? 'arrow'}`}
            aria-sort={sort && sort.column === column ? (sort.down ? 'descending' : 'ascending') : undefined}>
            {column === null ? <span class="visually-hidden">{words}</span> : (
              <button type="button" tabIndex={-1} onClick={() => onSort(column)}>{words}{sort?.column === column && (sort.down ? ' ↓' : ' ↑')}</button>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function Item(props: { item: MapItem; row: number; top: number; active: boolean; selected: boolean; lit: boolean; byOriginal: boolean; open: boolean; onPick(): void }) {
  const { item, top } = props;
  const place = { top: `${top}rem`, height: `${kHeights[item.kind]}rem` };
  if (item.kind === 'cut') return <div class="map-cut" style={place} aria-hidden="true" />;
  const base = { id: `map-${props.row}`, role: 'row' as const, 'aria-rowindex': props.row + 2, style: place, onClick: props.onPick };
  const active = props.active ? 'active' : '';
  if (item.kind === 'group') {
    return (
      <div {...base} class={`map-group ${hue(item.segment)} ${active}`}>
        <div role="gridcell"><Badge segment={item.segment} /> <b>{segmentTitle(tables.value.segments[item.segment])}</b> <span class="quiet">{plural(item.states, 'state')}</span></div>
      </div>
    );
  }
  if (item.kind === 'fold') {
    return (
      <div {...base} class={`map-row fold ${hue(item.segment)} ${active}`} aria-expanded={props.open}>
        <div role="gridcell" class="c-own"><code>{spanText(item.rows.map((row) => row.own))}</code></div>
        <div role="gridcell" class="c-arrow"><Icon name="arrow" /></div>
        <div role="gridcell" class="c-original"><code>{spanText(item.rows.map((row) => row.original ?? ''))}</code></div>
        <div role="gridcell" class="c-role wide-cell"><Icon name="chevron" class={props.open ? '' : 'right'} />{number(item.rows.length)} {item.rows.every((row) => row.role === item.rows[0].role) ? item.rows[0].role : 'states'}</div>
      </div>
    );
  }
  const { row } = item;
  return (
    <div {...base} class={`map-row ${hue(row.segment)} ${props.lit ? 'lit' : ''} ${active}`} aria-selected={props.selected}
      onMouseEnter={() => dispatch({ type: 'hover', hover: { kind: 'row', segment: row.segment, index: row.index } })}>
      <MapRowCells row={row} withSegment={props.byOriginal} />
    </div>
  );
}

/** The window moves in steps of so many rem, so that not every pixel draws rows anew. */
const kStep = 6;

/** Which part of the grid is in view, in rem, rounded outwards. */
function useWindow(grid: { current: HTMLDivElement | null }) {
  const [shown, setShown] = useState({ top: 0, height: 60 });
  useEffect(() => {
    const element = grid.current!;
    const measure = () => {
      const top = Math.floor(element.scrollTop / rem() / kStep) * kStep;
      const height = Math.ceil(element.clientHeight / rem()) + kStep;
      setShown((now) => (now.top === top && now.height === height ? now : { top, height }));
    };
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  return shown;
}

export function MapTab() {
  const [choices, setChoices] = useState<Omit<MapChoices, 'lit'>>({ boundary: false, order: 'segment', filter: '', sort: null, open: new Set() });
  const [active, setActive] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const shown = useWindow(grid);
  const now = tables.value;
  const lit = litBySelection.value.rows;
  const rows = useMemo(() => now.segments.map((_, id) => rowsOfSegment(id, now)), [now]);
  const items = useMemo(() => mapItems(rows, { ...choices, lit }), [rows, choices, lit]);
  const { tops, height } = useMemo(() => offsetsOf(items), [items]);
  const [first, end] = between(tops, shown.top - kStep, shown.top + shown.height + kStep);
  const change = (to: Partial<MapChoices>) => setChoices({ ...choices, ...to });

  const bringIn = (at: number) => {
    const element = grid.current;
    if (!element || at < 0 || at >= items.length) return;
    const head = 1.75;
    const [top, bottom] = [tops[at], tops[at] + kHeights[items[at].kind]];
    if (top < element.scrollTop / rem()) element.scrollTop = top * rem();
    else if (bottom + head > element.scrollTop / rem() + element.clientHeight / rem()) element.scrollTop = (bottom + head) * rem() - element.clientHeight;
  };
  useEffect(() => {
    const at = itemOf(items, lit);
    if (at >= 0) {
      setActive(at);
      bringIn(at);
    }
  }, [lit]);

  const pick = (at: number) => {
    const item = items[at];
    setActive(at);
    if (item?.kind === 'row') choose({ kind: 'row', segment: item.row.segment, index: item.row.index });
    else if (item?.kind === 'fold') change({ open: toggled(choices.open, item.key) });
    else if (item?.kind === 'group') choose({ kind: 'segment', id: item.segment });
  };
  const move = (by: number) => {
    let at = Math.min(items.length - 1, Math.max(0, active + by));
    if (items[at]?.kind === 'cut') at += by < 0 ? -1 : 1;
    setActive(at);
    bringIn(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(shown.height / kHeights.row) - 2);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -items.length, End: items.length };
    const item = items[active];
    if (event.key in steps) move(steps[event.key]);
    else if (event.key === 'Enter' || event.key === ' ') pick(active);
    else if (event.key === 'ArrowRight' && item?.kind === 'fold' && !choices.open.has(item.key)) pick(active);
    else if (event.key === 'ArrowLeft' && item?.kind === 'fold' && choices.open.has(item.key)) pick(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onSort = (column: MapColumn) => {
    const { sort } = choices;
    change({ sort: sort?.column !== column ? { column, down: false } : sort.down ? null : { column, down: true } });
  };
  const at = segment.value ?? 0;
  const states = rows.reduce((sum, each) => sum + each.length, 0);
  return (
    <div class="tab-fill map-tab">
      <div class="tab-bar">
        <label class="filter"><Icon name="search" /><span class="visually-hidden">Filter</span>
          <input type="search" placeholder="Filter, for example out or T11" value={choices.filter} onInput={(event) => change({ filter: event.currentTarget.value })} />
        </label>
        <Switch<'boundary' | 'all'> label="States" value={choices.boundary ? 'boundary' : 'all'} choices={[['boundary', 'Boundary'], ['all', 'All states']]}
          onChange={(value) => change({ boundary: value === 'boundary' })} />
        <Switch<MapOrder> label="Order" value={choices.order} choices={[['segment', 'By segment'], ['original', 'By original']]} onChange={(order) => change({ order })} />
        <span class="grow" />
        <Button icon="copy" onClick={() => void copyText(allMaps(now), 'Copied the maps')}>Copy map</Button>
      </div>
      <MapTrace />
      <div ref={grid} class="map-grid" role="treegrid" tabIndex={0} aria-label="Index map" aria-rowcount={items.length + 1} aria-colcount={kColumns.length}
        aria-activedescendant={items.length > 0 ? `map-${active}` : undefined} data-pane-focus onKeyDown={onKeyDown}
        onMouseLeave={() => hover.peek() && dispatch({ type: 'hover', hover: null })}>
        <Head sort={choices.sort} onSort={onSort} />
        <div role="rowgroup" class="map-body" style={{ height: `${height}rem` }}>
          {items.slice(first, end).map((item, i) => (
            <Item key={item.kind === 'row' ? item.row.key : item.kind === 'group' ? `g${item.segment}` : item.key} item={item} row={first + i} top={tops[first + i]} active={first + i === active}
              selected={item.kind === 'row' && lit.has(rowKey(item.row.segment, item.row.index))} lit={item.kind === 'row' && lit.has(item.row.key)}
              byOriginal={choices.order === 'original'} open={item.kind === 'fold' && choices.open.has(item.key)} onPick={() => pick(first + i)} />
          ))}
        </div>
      </div>
      {items.length === 0 && <p class="tab-note">No state matches the filter.</p>}
      <p class="map-foot"><span>{plural(states, 'state')} in {plural(now.segments.length, 'segment')}.</span>
        {now.segments[at] && <span>Boundary of <Badge segment={at} small />: <code>{boundaryMap(at, now)}</code></span>}</p>
    </div>
  );
}
