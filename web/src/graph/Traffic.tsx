// Bytes of each segment on one scale: solid what is needed, hatched what is moved only because of cuts. Shown below a
// small graph; the summary strip has the same data in one bar.
import { signal } from '@preact/signals';
import { bytes } from '../format';
import { dispatch, good } from '../store';
import { Icon } from '../views/icons';
import { Badge, hue } from '../views/parts';

/** More segments than this do not fit below the graph. */
export const kBelowGraph = 3;
const open = signal(true);

export function Traffic() {
  const segments = good.value?.response.segments ?? [];
  if (segments.length === 0 || segments.length > kBelowGraph) return null;
  const rows = segments.map((segment) => {
    const total = segment.bytes_read + segment.bytes_written;
    const cut = Math.min(total, segment.bytes_of_cuts ?? 0);
    return { id: segment.id, total, cut };
  });
  const most = Math.max(1, ...rows.map((row) => row.total));
  const whole = rows.reduce((sum, row) => sum + row.total, 0);
  return (
    <div class="traffic">
      <div class="traffic-head">
        <button type="button" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
          <Icon name="chevron" class={open.value ? '' : 'right'} /><b>Global traffic</b><span class="quiet">{bytes(whole)}</span>
        </button>
        <span class="grow" />
        {open.value && <><span class="key needed" /><span class="quiet">needed</span><span class="key because" /><span class="quiet">because of cuts</span></>}
      </div>
      {open.value && rows.map((row) => (
        <button type="button" key={row.id} class={`traffic-row ${hue(row.id)}`}
          aria-label={`${bytes(row.total)}, of which ${bytes(row.cut)} because of cuts`}
          onClick={() => dispatch({ type: 'select', selection: { kind: 'segment', id: row.id } })}>
          <Badge segment={row.id} />
          <span class="bars">
            <span class="needed" style={{ width: `${(100 * (row.total - row.cut)) / most}%` }} />
            {row.cut > 0 && <span class="because" style={{ width: `max(3px, ${(100 * row.cut) / most}%)` }} />}
          </span>
          <span class="number">{bytes(row.total)}</span>
        </button>
      ))}
    </div>
  );
}
