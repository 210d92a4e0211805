// The segments of a narrow screen: a card each, in run order, with the cuts between them; one card is open and shows its
// definition, its map and the way to its repro.
import { useState } from 'preact/hooks';
import { run } from '../commands';
import { bytes, letter, plural } from '../format';
import { dispatch, segment, tables } from '../store';
import { Icon } from '../views/icons';
import { Badge, Button, CutSign, hue } from '../views/parts';
import { Code, kNoMarks } from './Code';
import { rowsOfSegment } from './map_model';
import { segmentTitle } from './segment_title';
import { choose } from './shown';
import { crossingNames } from './why_model';
import { shortLabel } from './what_if';

const kMostCards = 60;
const kMostRows = 200;

/** `T1, T3 1,032 B` of a segment's inputs or outputs. */
function names(id: number, role: 'in' | 'out'): string {
  const labels = tables.value.segments[id].index_map.filter((entry) => entry.role === role).map((entry) => shortLabel(entry.label));
  return labels.length > 3 ? `${labels.slice(0, 2).join(', ')} and ${labels.length - 2} more` : labels.join(', ');
}

function Body({ id }: { id: number }) {
  const view = tables.value.segments[id];
  const rows = rowsOfSegment(id, tables.value);
  const text = view.definition.trim();
  return (
    <>
      <div class="card-code" style={{ height: `${Math.min(24, 1 + 2.5 * text.split('\n').length)}rem` }}>
        <Code text={text} language="python" wraps label={`Definition of ${letter(id)}`} marks={kNoMarks} show={null} onLine={() => {}} onHover={() => {}} />
      </div>
      <table class="card-map">
        <thead><tr><th scope="col">Segment</th><th scope="col"><span class="visually-hidden">is</span></th><th scope="col">Original</th><th scope="col">Role</th><th scope="col" class="number">Line</th></tr></thead>
        <tbody>
          {rows.slice(0, kMostRows).map((row) => (
            <tr key={row.key}><td><code><b>{row.own}</b></code></td><td><Icon name="arrow" /></td><td>{row.original !== null ? <code>{row.original}</code> : <i>{row.remark}</i>}</td>
              <td><span class={`role ${row.role}`}>{row.role}</span></td><td class="number">{row.line}</td></tr>
          ))}
        </tbody>
      </table>
      <div class="card-foot">
        <Button primary icon="copy" onClick={() => { dispatch({ type: 'select', selection: { kind: 'segment', id } }); run('copy_repro'); }}>Copy repro of {letter(id)}</Button>
        <Button onClick={() => { dispatch({ type: 'select', selection: { kind: 'segment', id }, tab: 'kernel' }); dispatch({ type: 'place', place: 'code' }); }}>Kernel</Button>
      </div>
    </>
  );
}

export function NarrowSegments() {
  const { segments, cuts } = tables.value;
  const [open, setOpen] = useState<number | null>(segment.value);
  return (
    <div class="cards">
      {segments.slice(0, kMostCards).map((view) => {
        const isOpen = open === view.id;
        const arriving = cuts.flatMap((cut, id) => (cut.to === view.id ? [id] : []));
        return (
          <section key={view.id} class={`segment-card ${hue(view.id)}`} aria-label={`Segment ${letter(view.id)}`}>
            {arriving.map((id) => (
              <div class="card-cut" key={id}><button type="button" class="cut-pill" onClick={() => { choose({ kind: 'cut', id }, 'why'); dispatch({ type: 'place', place: 'why' }); }}>
                <Icon name="cut" /><CutSign from={cuts[id].from} to={cuts[id].to} small /> {crossingNames(cuts[id]).replace(/`/g, '')}, {bytes(cuts[id].value_bytes)}
              </button></div>
            ))}
            <div class="card-box">
              <button type="button" class="card-head" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? null : view.id)}>
                <Badge segment={view.id} /> <b>{segmentTitle(view)}</b> <span class="quiet">g{view.id}, {plural(view.ops, 'op')}</span>
                <span class="grow" /><Icon name="chevron" class={isOpen ? 'up' : ''} />
              </button>
              <dl class="card-facts">
                <div><dt>reads</dt><dd><code>{names(view.id, 'in')}</code> <span>{bytes(view.bytes_read)}</span></dd></div>
                <div><dt>writes</dt><dd><code>{names(view.id, 'out')}</code> <span>{bytes(view.bytes_written)}</span></dd></div>
              </dl>
              {isOpen && <Body id={view.id} />}
            </div>
          </section>
        );
      })}
      {segments.length > kMostCards && <p class="tab-note">and {segments.length - kMostCards} more; the search finds each.</p>}
    </div>
  );
}
