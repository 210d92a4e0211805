// Which segment a tab shows: letters where there are few, a list where there are many.
import { letter } from '../format';
import { segment, tables } from '../store';
import { IconButton, hue } from '../views/parts';
import { segmentTitle } from './segment_title';
import { choose } from './shown';

const kMostLetters = 10;
/** The list holds so many before and after the one that is shown. */
const kAround = 100;

export function SegmentSwitch() {
  const { segments } = tables.value;
  const at = segment.value ?? 0;
  const nameOf = (id: number) => segmentTitle(segments[id]);
  const pick = (id: number) => choose({ kind: 'segment', id });
  if (segments.length > kMostLetters) {
    return (
      <div class="segment-switch">
        <IconButton icon="previous" label="Previous segment" disabled={at === 0} onClick={() => pick(at - 1)} />
        <label class="choice"><span class="visually-hidden">Segment</span>
          <select value={at} onChange={(event) => pick(Number(event.currentTarget.value))}>
            {segments.slice(Math.max(0, at - kAround), at + kAround).map((each) => <option key={each.id} value={each.id}>{`${letter(each.id)} · ${nameOf(each.id)} · g${each.id}`}</option>)}
          </select>
        </label>
        <IconButton icon="next" label="Next segment" disabled={at === segments.length - 1} onClick={() => pick(at + 1)} />
      </div>
    );
  }
  return (
    <div class="segment-switch" role="group" aria-label="Segment">
      {segments.map((each) => (
        <button type="button" key={each.id} class={hue(each.id)} aria-pressed={each.id === at} title={`${letter(each.id)}: ${nameOf(each.id)}`}
          aria-label={`Segment ${letter(each.id)}`} onClick={() => pick(each.id)}><span class={`badge ${hue(each.id)}`}>{letter(each.id)}</span></button>
      ))}
      <span class="segment-name"><b>{nameOf(at)}</b> <span class="quiet">g{at}</span></span>
    </div>
  );
}
