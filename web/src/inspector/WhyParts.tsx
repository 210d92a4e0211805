// The pictures of the Why tab: the table of axes on both sides of a cut, and the meter of a limit. Every picture's
// numbers stand beside it as text.
import type { CutAxesView } from '../api_types';
import { number, title } from '../format';
import { Badge, hue } from '../views/parts';
import { choose } from './shown';
import type { Limit } from './why_model';
import { shortLabel } from './what_if';

/** A message of the core; op names bold, values in the face of code. */
export function Sentence({ text, ops }: { text: string; ops: ReadonlySet<string> }) {
  return <>{text.split('`').map((piece, i) =>
    i % 2 === 0 ? piece : ops.has(piece) ? <b key={i}>{piece}</b> : <code key={i}>{piece}</code>)}</>;
}

const kCells = {
  has: { words: 'has it', sign: '' }, reduced: { words: 'reduced', sign: 'Σ' }, broadcast: { words: 'broadcast', sign: '1' },
  none: { words: 'not there', sign: '' },
} as const;

export function AxisTable({ axes, from }: { axes: CutAxesView; from: number }) {
  const cutAt = axes.rows.findIndex((row) => row.segment !== from);
  const has = (cell: string) => axes.rows.some((row) => row.cells.some((each) => each === cell));
  return (
    <>
      <div class="axes-frame">
        <table class="axes">
          <thead>
            <tr><th scope="col"><span class="visually-hidden">Value</span></th>{axes.axes.map((axis) => (
              <th scope="col" key={axis.name}>{axis.name} <span class="quiet">{number(axis.extent)}</span></th>
            ))}</tr>
          </thead>
          <tbody>
            {axes.rows.map((row, i) => (
              <>
                {i === cutAt && i > 0 && <tr class="axes-cut" key="cut" aria-hidden="true"><td colSpan={axes.axes.length + 1}><span /></td></tr>}
                <tr key={`${row.segment} ${row.value}`} class={hue(row.segment)}>
                  <th scope="row">
                    <button type="button" class="axes-value" onClick={() => choose({ kind: 'value', id: row.value })}>
                      <Badge segment={row.segment} small /><code>{shortLabel(row.label)}</code>{row.op !== '' && <span>{row.op}</span>}
                    </button>
                  </th>
                  {row.cells.map((cell, k) => (
                    <td key={k}><span class={`axis ${cell}`}><span aria-hidden="true">{kCells[cell].sign}</span>
                      <span class="visually-hidden">{kCells[cell].words}</span></span></td>
                  ))}
                </tr>
              </>
            ))}
          </tbody>
        </table>
      </div>
      <p class="caption">
        {has('reduced') && 'Σ reduced away. '}{has('broadcast') && 'Dashed: broadcast, no storage.'}
        {!has('reduced') && !has('broadcast') && 'Filled: has the axis.'}
      </p>
    </>
  );
}

export function LimitMeter({ limit, name }: { limit: Limit; name: string }) {
  const most = Math.max(limit.needed, limit.available) * 1.12;
  const at = (value: number) => `${(100 * value) / most}%`;
  const inside = Math.min(limit.needed, limit.available);
  return (
    <div class="closest">
      <div class="closest-head"><b>{name}</b><span class="tag">closest</span></div>
      <p class="meter-words">
        <span>{title(limit.what)}</span>
        <span class="number"><b>{limit.neededText}</b> needed, <b>{limit.availableText}</b> available</span>
      </p>
      <div class="meter" aria-hidden="true">
        <i class="within" style={{ width: at(inside) }} />
        {limit.needed > limit.available && <i class="beyond" style={{ left: at(limit.available), width: at(limit.needed - limit.available) }} />}
        <i class="limit" style={{ left: at(limit.available) }} />
      </div>
    </div>
  );
}
