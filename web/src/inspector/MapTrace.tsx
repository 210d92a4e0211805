// The way of the selected value through the segments: `A T9 → 256 MiB → B T1`.
import { bytes, typeAndShape } from '../format';
import { tables } from '../store';
import { Icon } from '../views/icons';
import { Badge } from '../views/parts';
import { traceOf } from './map_model';
import { choose, tracedValue } from './shown';
import { shortLabel } from './what_if';

const kMostStops = 5;

export function MapTrace() {
  const id = tracedValue.value;
  if (id === null) return null;
  const value = tables.value.values[id];
  const stops = traceOf(id, tables.value);
  return (
    <div class="map-trace">
      <span>Selected</span> <b><code>{shortLabel(value.label)}</code></b> <span>{typeAndShape(value.dtype, value.shape)}{value.line !== undefined && `, line ${value.line}`}</span>
      <span class="grow" />
      <span class="map-stops">
        {stops.slice(0, kMostStops).map((stop, i) => (
          <span key={stop.segment} class="map-stop">
            {i > 0 && <Icon name="arrow" />}
            {stop.crossed !== null && <><button type="button" class="cut-pill" onClick={() => choose({ kind: 'cut', id: cutTo(id, stop.segment) }, 'why')}>
              <Icon name="cut" />{bytes(stop.crossed)}</button><Icon name="arrow" /></>}
            <Badge segment={stop.segment} /> <code>{stop.own}</code>
          </span>
        ))}
        {stops.length > kMostStops && <span>and {stops.length - kMostStops} more</span>}
      </span>
    </div>
  );
}

function cutTo(value: number, segment: number): number {
  const { cuts, cutsOfValue } = tables.value;
  return [...cutsOfValue(value)].find((cut) => cuts[cut].to === segment) ?? 0;
}
