// The Why tab: why a cut was made, what would remove it, what was tried, what it costs, and the merge attempt that the
// strip shows. Where nothing is cut, or no cut is selected, it leads to what there is.
import { useState } from 'preact/hooks';
import type { CutView } from '../api_types';
import { run } from '../commands';
import { bytes, number, percent, plural } from '../format';
import { reveal } from '../editor/reveal';
import { opsOfStep } from '../steps';
import { good, segment, selection, step, tables } from '../store';
import { Icon } from '../views/icons';
import { Badge, Button, CutSign, IconButton, Marked } from '../views/parts';
import { choose, shownCut, wordsOfRule } from './shown';
import { cureChange, type Change } from './what_if';
import { estimateOf, isPreviewed, togglePreview } from './what_if_actions';
import { WhatIf } from './WhatIf';
import { segmentTitle, templateName } from './segment_title';
import { AxisTable, LimitMeter, Sentence } from './WhyParts';
import { allTraffic, costLines, crossingNames, cutsOfSegment, limitOf, linesOfCut, sentence, triedOf, type Attempt } from './why_model';

const opNames = () => new Set(tables.value.ops.map((op) => op.name));

function Line({ line }: { line: number }) {
  return <a href={`#line-${line}`} onClick={(event) => { event.preventDefault(); reveal(line); }}>line {line}</a>;
}

/** Something that can be tried, with what it would give. */
export function ChangeCard({ change }: { change: Change }) {
  const delta = estimateOf(change);
  const on = isPreviewed(change);
  return (
    <li class={`cure ${on ? 'on' : ''}`}>
      <div><b><Marked text={change.title} /></b>{change.note !== '' && <p><Marked text={change.note} /></p>}</div>
      {delta !== null && <span class={`delta ${delta.startsWith('−') ? 'better' : ''}`}>{delta}</span>}
      <Button pressed={on} onClick={() => void togglePreview(change)}>{on ? 'Previewing' : 'Preview'}</Button>
    </li>
  );
}

function Cures({ cut }: { cut: CutView }) {
  const result = good.value!;
  const change = cut.cure ? cureChange(cut.cure, result.options, result.text, result.tables) : null;
  const lead = cut.reasons[0];
  const words = lead ? wordsOfRule(lead.code) : undefined;
  return (
    <section class="part">
      <h3>What would remove it</h3>
      {change ? <ul><ChangeCard change={change} /></ul> : (
        <p class="nothing">
          {cut.cure ? <Marked text={cut.cure.text} /> : cut.cure_searched ? 'Nothing that Cleave knows of.' : 'Not searched: the definition is too large to try.'}
          {!cut.cure && words && words.remedy !== '' && <> What usually helps: <Marked text={lowered(words.remedy)} /></>}
        </p>
      )}
    </section>
  );
}

/** For use behind a colon. */
const lowered = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

function Row({ attempt }: { attempt: Attempt }) {
  return (
    <li>
      <Icon name="close" /><span class="tried-name">{attempt.names.join(', ')}</span>
      <span class="tried-words"><Marked text={attempt.message} />{attempt.numbers !== '' && <span class="quiet"> {attempt.numbers}</span>}</span>
      <code class="reason-code">{attempt.code}</code>
    </li>
  );
}

function TriedPart({ cut }: { cut: CutView }) {
  const [open, setOpen] = useState(false);
  const { attempts, inapplicable } = triedOf(cut.reasons);
  const others = inapplicable.reduce((sum, each) => sum + each.names.length, 0);
  if (attempts.length + inapplicable.length === 0) return null;
  return (
    <section class="part">
      <h3>Tried on <Badge segment={cut.from} small /> + <Badge segment={cut.to} small /></h3>
      <ul class="tried">{attempts.map((each, i) => <Row key={i} attempt={each} />)}</ul>
      {inapplicable.length > 0 && (
        <button type="button" class="fold-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="chevron" class={open ? '' : 'right'} />{plural(others, 'template')} did not apply
        </button>
      )}
      {open && <ul class="tried">{inapplicable.map((each, i) => <Row key={i} attempt={each} />)}</ul>}
    </section>
  );
}

function CostPart({ cut }: { cut: CutView }) {
  const total = allTraffic(good.value!.response);
  return (
    <section class="part">
      <h3>Cost</h3>
      <table class="cost">
        <thead class="visually-hidden"><tr><th scope="col">Value</th><th scope="col">Bytes moved</th></tr></thead>
        <tbody>
          {costLines(cut).map((line, i) => (
            <tr key={i}>
              <td><code>{line.label}</code> <span class="quiet">{line.dtype} {line.shape}</span> written by <Badge segment={line.from} small />, read by <Badge segment={line.to} small /></td>
              <td class="number">{bytes(line.bytes)}</td>
            </tr>
          ))}
          <tr class="total"><td>This cut</td><td class="number"><b>{bytes(cut.traffic_bytes)}</b> of {bytes(total)}</td></tr>
        </tbody>
      </table>
    </section>
  );
}

function CutHead({ cut, id }: { cut: CutView; id: number }) {
  const count = tables.value.cuts.length;
  const lead = cut.reasons[0];
  const limit = lead ? limitOf(lead) : null;
  return (
    <section class="why-head">
      <div class="why-place">
        <span>Cut {number(id + 1)} of {number(count)}</span><span class="grow" />
        <IconButton icon="previous" label="Previous cut" keys="[" disabled={count < 2} onClick={() => run('previous_cut')} />
        <IconButton icon="next" label="Next cut" keys="]" disabled={count < 2} onClick={() => run('next_cut')} />
      </div>
      <h2 class="cut-title"><CutSign from={cut.from} to={cut.to} /> <span>cut at <Marked text={crossingNames(cut)} /></span></h2>
      {lead && <p class="lead"><Sentence text={sentence(lead.message)} ops={opNames()} /></p>}
      <p class="why-facts">
        <span>Costs <b>{bytes(cut.traffic_bytes)}</b>, {percent(cut.traffic_bytes, allTraffic(good.value!.response))} of all traffic</span>
        {linesOfCut(cut, id, tables.value).slice(0, 6).map((line) => <Line key={line} line={line} />)}
        {lead && <code class="reason-code" title={wordsOfRule(lead.code)?.rule}>{lead.code}</code>}
      </p>
      {lead && limit && <LimitMeter limit={limit} name={templateName(lead)} />}
    </section>
  );
}

/** The step of the joining that the strip shows, with the rule that refused it. */
function AttemptPart() {
  const { merges, ops, values } = tables.value;
  const at = step.value;
  if (at === null || !merges[at]) return null;
  const { first, second, refused, savedBytes } = opsOfStep(ops, merges, at);
  const group = (ids: ReadonlySet<number>) => {
    const shown = [...ids].slice(0, 4);
    return (
      <span class="attempt-group">
        {shown.map((id, i) => (
          <span key={id}>{i > 0 && ', '}<button type="button" class="link" onClick={() => choose({ kind: 'op', id })}>
            {ops[id].name} <code>{ops[id].makes[0] === undefined ? '' : values[ops[id].makes[0]].label}</code></button></span>
        ))}
        {ids.size > shown.length && ` and ${number(ids.size - shown.length)} more`}
      </span>
    );
  };
  const words = refused === null ? undefined : wordsOfRule(refused);
  return (
    <section class="why-head attempt" aria-live="polite">
      <p class="why-place">Merge {number(at + 1)} of {number(merges.length)}</p>
      <h2 class="cut-title">{refused === null ? 'Joined' : 'Refused'}</h2>
      <p class="attempt-groups">{group(first)} <span class="quiet">with</span> {group(second)}</p>
      {refused === null
        ? <p class="quiet">{savedBytes > 0 ? `Saves at least ${bytes(savedBytes)} of traffic.` : 'No bytes were counted for it.'}</p>
        : <>{words && <p><Marked text={words.rule} /></p>}<p class="why-facts"><code class="reason-code">{refused}</code></p></>}
    </section>
  );
}

/** Rows that lead to cuts. */
function CutList({ ids, heading }: { ids: readonly number[]; heading: string }) {
  return (
    <section class="part">
      <h3>{heading}</h3>
      <ul class="cut-list">
        {ids.slice(0, 200).map((id) => {
          const cut = tables.value.cuts[id];
          return (
            <li key={id}>
              <button type="button" onClick={() => choose({ kind: 'cut', id })}>
                <Icon name="cut" /><CutSign from={cut.from} to={cut.to} small /><span class="cut-names"><Marked text={crossingNames(cut)} /></span>
                <span class="number">{bytes(cut.traffic_bytes)}</span><code class="reason-code">{cut.reasons[0]?.code}</code>
              </button>
            </li>
          );
        })}
      </ul>
      {ids.length > 200 && <p class="quiet">and {number(ids.length - 200)} more; the palette finds each.</p>}
    </section>
  );
}

function NoCut() {
  const { cuts, segments } = tables.value;
  const chosen = selection.value;
  if (cuts.length === 0) {
    return (
      <section class="why-head">
        <h2 class="cut-title">No cut</h2>
        <p class="lead">One kernel holds the whole definition. There is no cut to explain.</p>
      </section>
    );
  }
  const at = segment.value;
  if (!chosen || at === null) return <CutList ids={cuts.map((_, id) => id)} heading={plural(cuts.length, 'cut')} />;
  const own = cutsOfSegment(at, cuts);
  return (
    <>
      <section class="why-head">
        <h2 class="cut-title"><Badge segment={at} /> <span>{segmentTitle(segments[at])}</span></h2>
        <p class="lead">{own.length === 0 ? 'No value crosses its border to another segment.' : `${plural(own.length, 'cut')} at its border.`}</p>
      </section>
      {own.length > 0 && <CutList ids={own} heading="Its cuts" />}
    </>
  );
}

export function Why() {
  const id = shownCut.value;
  const cut = id === null ? undefined : tables.value.cuts[id];
  return (
    <>
      <AttemptPart />
      {cut && id !== null ? (
        <>
          <CutHead cut={cut} id={id} />
          {cut.axes && <section class="part"><h3>Axes</h3><AxisTable axes={cut.axes} from={cut.from} /></section>}
          <Cures cut={cut} />
          <TriedPart cut={cut} />
          <CostPart cut={cut} />
        </>
      ) : <NoCut />}
      <WhatIf cut={cut} />
    </>
  );
}
