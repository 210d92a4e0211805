// On a narrow screen what is selected in the graph shows below it: a title, one line, one button that leads on. It can be
// pulled down, and pressed away.
import { useRef } from 'preact/hooks';
import { bytes, plural, sentence, shortType, title } from '../format';
import { dispatch, place, selection, tables } from '../store';
import type { Place } from '../state';
import type { Selection } from '../selection';
import type { Tables } from '../tables';
import { narrow } from './media';
import { Badge, Button, CutSign, Marked } from './parts';

interface Words {
  head: preact.ComponentChildren;
  line: string;
  button: string;
  place: Place;
}

function wordsOf(chosen: Selection, now: Tables): Words | null {
  switch (chosen.kind) {
    case 'cut': {
      const cut = now.cuts[chosen.id];
      return {
        head: <><CutSign from={cut.from} to={cut.to} /> cut at <code>{now.nameOfCut(chosen.id)}</code></>,
        line: cut.reasons[0] ? sentence(cut.reasons[0].message) : `${bytes(cut.value_bytes)} cross here`, button: 'Why', place: 'why',
      };
    }
    case 'segment': {
      const segment = now.segments[chosen.id];
      return {
        head: <><Badge segment={chosen.id} /> {title(segment.template)}</>,
        line: `${plural(segment.ops, 'op')}, reads ${bytes(segment.bytes_read)}, writes ${bytes(segment.bytes_written)}`,
        button: 'Segment', place: 'segments',
      };
    }
    case 'op': {
      const op = now.ops[chosen.id];
      return {
        head: <>{op.segments[0] !== undefined && <Badge segment={op.segments[0]} />} {op.name} <code>{op.makes.map((id) => now.values[id].label).join(', ')}</code></>,
        line: `${op.line === undefined ? '' : `line ${op.line}, `}${op.attributes || 'no attributes'}`, button: 'Code', place: 'code',
      };
    }
    case 'value': {
      const value = now.values[chosen.id];
      return { head: <code>{value.label}</code>, line: `${shortType(value.dtype)} [${value.shape.join(', ')}], ${bytes(value.bytes)}`, button: 'Definition', place: 'definition' };
    }
    default: return null;
  }
}

export function SelectionSheet() {
  const start = useRef<number | null>(null);
  const chosen = selection.value;
  if (!narrow.value || place.value !== 'graph' || !chosen || !tables.value.exists(chosen)) return null;
  const words = wordsOf(chosen, tables.value);
  if (!words) return null;
  const close = () => dispatch({ type: 'select', selection: null });
  return (
    <section class="selection-sheet" aria-label="Selected"
      onPointerDown={(event) => (start.current = event.clientY)}
      onPointerUp={(event) => { if (start.current !== null && event.clientY - start.current > 40) close(); start.current = null; }}>
      <button type="button" class="grip" aria-label="Close" onClick={close}><span /></button>
      <div class="selection-row">
        <h2>{words.head}</h2>
        <Button primary onClick={() => dispatch({ type: 'place', place: words.place })}>{words.button}</Button>
      </div>
      <p class="quiet"><Marked text={words.line} /></p>
    </section>
  );
}
