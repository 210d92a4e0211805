// The cells of one state of the index map, in the order in which they survive narrowing.
import { Icon } from '../views/icons';
import { Badge } from '../views/parts';
import type { MapColumn, MapRow } from './map_model';

export const kColumns: readonly { column: MapColumn | null; words: string }[] = [
  { column: 'own', words: 'Segment' }, { column: null, words: 'is' }, { column: 'original', words: 'Original' },
  { column: 'role', words: 'Role' }, { column: 'line', words: 'Line' }, { column: 'dtype', words: 'Type' },
  { column: 'shape', words: 'Shape' }, { column: 'from', words: 'From' }, { column: 'used', words: 'Used by' },
];

export function MapRowCells({ row, withSegment }: { row: MapRow; withSegment: boolean }) {
  return (
    <>
      <div role="gridcell" class="c-own">{withSegment && <Badge segment={row.segment} small />}<code>{row.own}</code></div>
      <div role="gridcell" class="c-arrow"><Icon name="arrow" /></div>
      <div role="gridcell" class="c-original">{row.original !== null ? <code>{row.original}</code> : <i>{row.remark}</i>}</div>
      <div role="gridcell" class="c-role"><span class={`role ${row.role}`}>{row.role}</span></div>
      <div role="gridcell" class="c-line">{row.line}</div>
      <div role="gridcell" class="c-dtype"><code>{row.dtype}</code></div>
      <div role="gridcell" class="c-shape"><code>{row.shape}</code></div>
      <div role="gridcell" class="c-from">{row.from.segment !== null && row.role !== 'copy' && <Badge segment={row.from.segment} small />}<span>{row.from.words}</span>
        {row.from.segment !== null && row.role === 'copy' && <Badge segment={row.from.segment} small />}</div>
      <div role="gridcell" class="c-used"><span>{row.usedBy.words}</span>{row.usedBy.segments.slice(0, 4).map((each) => <Badge key={each} segment={each} small />)}</div>
    </>
  );
}
