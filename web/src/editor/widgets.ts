// The small parts that stand within the editor's text, as DOM: badge, pill of a cut, message below a line. The editor
// lives in a shadow root, so that their styles are here too.
import { EditorView } from '@codemirror/view';
import type { DiagnosticView } from '../api_types';
import { letter } from '../format';
import { suggestionOf } from '../places';
import type { CutMark } from './line_marks';

function element<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

const kSvg = 'http://www.w3.org/2000/svg';

function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(kSvg, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const drawn = document.createElementNS(kSvg, 'path');
  drawn.setAttribute('d', path);
  svg.append(drawn);
  return svg;
}

const kScissors = 'M6 4a2 2 0 1 1-4 0 2 2 0 0 1 4 0M6 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0M5.6 5.2 14 11.6M5.6 10.8 14 4.4';
const kError = 'M5.5 2.4h5l3.1 3.1v5l-3.1 3.1h-5l-3.1-3.1v-5zM8 5v3.5M8 10.8v.2';

const hueOf = (segment: number) => `seg-${String.fromCharCode(97 + (segment % 12))}`;

export function badge(segment: number): HTMLElement {
  return element('span', `badge ${hueOf(segment)}`, letter(segment));
}

export function cutPill(cut: CutMark, selected: boolean, select: () => void): HTMLElement {
  const pill = element('button', `pill ${selected ? 'selected' : ''}`,
    icon(kScissors), badge(cut.from), element('span', 'bar'), badge(cut.to), element('span', 'label', cut.label));
  pill.type = 'button';
  pill.setAttribute('aria-label', `Cut from ${letter(cut.from)} to ${letter(cut.to)} at ${cut.label}`);
  pill.setAttribute('aria-pressed', String(selected));
  pill.addEventListener('click', select);
  return pill;
}

/** Text in which names stand between backticks. */
function words(text: string): (Node | string)[] {
  return text.split('`').map((piece, i) => (i % 2 ? element('code', '', piece) : piece));
}

export function messageRow(diagnostic: DiagnosticView, mend: () => void): HTMLElement {
  const { seen, instead } = suggestionOf(diagnostic);
  const said = element('span', 'said', element('b', '', ...words(seen)));
  if (instead !== null) said.append('. Did you mean ', element('code', '', instead), '?');
  const row = element('div', 'message', icon(kError), said);
  if (instead !== null) {
    const button = element('button', 'fix', 'Change to ', element('code', '', instead));
    button.type = 'button';
    button.addEventListener('click', mend);
    row.append(button);
  }
  return element('div', 'message-row', row);
}

const hues = Object.fromEntries('abcdefghijkl'.split('').map((name) =>
  [`.seg-${name}`, { '--seg': `var(--seg-${name})`, '--soft': `var(--seg-${name}-soft)` }]));

export const widgetTheme = EditorView.theme({
  ...hues,
  '.icon': { width: '0.875rem', height: '0.875rem', fill: 'none', stroke: 'currentColor', strokeWidth: '1.5', strokeLinecap: 'round', strokeLinejoin: 'round', flex: 'none' },
  '.badge': { display: 'inline-grid', placeItems: 'center', minWidth: '1rem', height: '1rem', padding: '0 3px', boxSizing: 'border-box', borderRadius: '3px', border: '1px solid transparent',
    backgroundColor: 'var(--seg)', color: 'var(--on-seg)', font: '600 0.625rem/1 var(--font-ui)', flex: 'none' },
  '.segments': { width: '1.5rem' },
  '.segments .cm-gutterElement': { padding: '0' },
  '.run': { position: 'relative', height: '100%', cursor: 'pointer' },
  '.run::before': { content: '""', position: 'absolute', left: '50%', marginLeft: '-1.5px', width: '3px', top: '0', bottom: '0', backgroundColor: 'var(--seg)' },
  '.run.first::before': { top: '0.875rem' },
  '.run.last::before': { bottom: '0.1875rem' },
  '.run.first.last::before': { display: 'none' },
  '.run .badge': { position: 'absolute', left: '50%', top: '0.125rem', translate: '-50% 0' },
  '.cut-row': { display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: '0.375rem', height: '1.625rem', position: 'sticky', left: '3.5rem',
    width: 'calc(var(--editor-width, 100%) - 4.25rem)' },
  '.cut-row::before': { content: '""', flex: '1', borderTop: '1px dashed var(--ink-2)' },
  '.cut-dash': { height: '100%', boxSizing: 'border-box', position: 'relative' },
  '.cut-dash::before': { content: '""', position: 'absolute', left: '0', right: '0', top: '50%', marginTop: '-0.5px', borderTop: '1px dashed var(--ink-2)' },
  '.cm-lineNumbers .cut-dash::before': { left: '0.75rem' },
  '.cut-row.selected::before': { borderTopColor: 'var(--ink)' },
  '.cut-row .more': { color: 'var(--ink-3)', font: 'var(--fs-xs)/1rem var(--font-ui)' },
  '.pill': { display: 'inline-flex', alignItems: 'center', gap: '0.25rem', height: '1.5rem', padding: '0 0.5rem', borderRadius: '999px', border: '2px solid transparent', backgroundClip: 'padding-box', boxShadow: 'inset 0 0 0 1px var(--line-strong)', backgroundColor: 'var(--panel)',
    color: 'var(--ink)', font: 'var(--fs-xs)/1 var(--font-code)', cursor: 'pointer' },
  '.pill:hover': { backgroundColor: 'var(--hover)' },
  '.pill:focus-visible, .fix:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.pill.selected': { backgroundColor: 'var(--ink)', boxShadow: 'none', color: 'var(--on-ink)' },
  '.pill .bar': { width: '0', height: '0.625rem', borderLeft: '1.5px dashed currentColor' },
  '.pill .label': { marginLeft: '0.125rem', maxWidth: '10rem', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', lineHeight: '1.25' },
  '.cm-gutterElement.tint, .cm-line.tint': { backgroundColor: 'var(--soft, var(--select))' },
  '.cm-gutterElement.hovered, .cm-line.hovered': { backgroundColor: 'var(--hover)' },
  '.cm-lineNumbers .cm-gutterElement.caret-op': { boxShadow: 'inset 2px 0 0 var(--ink)' },
  '.cm-line.fault-line, .cm-gutterElement.fault-line': { backgroundColor: 'var(--err-soft)' },
  '.cm-lineNumbers .cm-gutterElement.fault-line': { boxShadow: 'inset 2px 0 0 var(--err)' },
  '.fault': { textDecoration: 'underline wavy var(--err) 1px', textUnderlineOffset: '3px', textDecorationSkipInk: 'none' },
  '.fault.warning, .fault.note': { textDecorationColor: 'var(--warn)' },
  '.fault.note': { textDecorationStyle: 'dotted', textDecorationColor: 'var(--line-strong)' },
  '.message-row': { padding: '0.25rem 0 0.25rem 0.5rem', boxSizing: 'border-box', position: 'sticky', left: '3.5rem', width: 'calc(var(--editor-width, 100%) - 4.25rem)' },
  '.message': { display: 'flex', alignItems: 'center', gap: '0.625rem', minHeight: '2rem', padding: '0 0.25rem 0 0.625rem', borderRadius: 'var(--r-md)', backgroundColor: 'var(--err-soft)',
    font: 'var(--fs-sm)/var(--lh-sm) var(--font-ui)', whiteSpace: 'normal' },
  '.message .icon': { color: 'var(--err)' },
  '.message .said': { flex: '1', padding: '0.25rem 0' },
  '.message code': { fontFamily: 'var(--font-code)' },
  '.fix': { font: 'inherit', fontWeight: '500', color: 'var(--ink)', height: '1.5rem', padding: '0 0.5rem', border: '1px solid var(--line)', borderRadius: 'var(--r-md)', background: 'var(--raised)', whiteSpace: 'nowrap', cursor: 'pointer' },
  '.fix:hover': { background: 'var(--hover)' },
  '@media (pointer: coarse)': { '.pill': { height: '1.5rem' }, '.fix': { height: '2.75rem' } },
});
