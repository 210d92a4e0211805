// Mounts a CodeMirror view in a shadow root, so that its styles come as adopted sheets, which the page's
// Content-Security-Policy allows, and gives every code view the same colours and measures. It belongs to the editor's
// chunk: nothing that is drawn first imports it.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, MatchDecorator, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword, tags.operatorKeyword, tags.bool, tags.null, tags.modifier],
    color: 'var(--syn-key)' },
  { tag: [tags.number, tags.integer, tags.float], color: 'var(--syn-num)' },
  { tag: [tags.string, tags.special(tags.string), tags.character], color: 'var(--syn-str)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment, tags.meta, tags.processingInstruction], color: 'var(--syn-com)' },
  { tag: [tags.typeName, tags.standard(tags.typeName), tags.className, tags.namespace], color: 'var(--syn-type)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent', fontSize: 'var(--fs-code)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: 'var(--lh-code)', overflow: 'auto' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 1rem 0 0.5rem' },
  '.cm-gutters': { backgroundColor: 'var(--code-surface, var(--panel))', color: 'var(--ink-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2rem', padding: '0', textAlign: 'right', fontSize: '0.9em' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '1.5px solid var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'var(--active) !important' },
  '.cm-op': { fontWeight: '600' },
  '.cm-type': { color: 'var(--syn-type)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)', borderColor: 'var(--line)', fontFamily: 'var(--font-ui)' },
  '.cm-panels button, .cm-panels input': { font: 'inherit', color: 'inherit', background: 'var(--raised)', border: '1px solid var(--line-strong)', borderRadius: '4px' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)', outline: '2px solid var(--accent)' },
});

/** Marks what a pattern finds in the visible lines. */
function marked(pattern: RegExp, className: string): Extension {
  const decorator = new MatchDecorator({
    regexp: pattern,
    decorate(add, from, to, match) {
      const begin = match[1] === undefined ? from : to - match[1].length;
      add(begin, to, Decoration.mark({ class: className }));
    },
  });
  return ViewPlugin.fromClass(class {
    decorations: DecorationSet;
    constructor(view: EditorView) { this.decorations = decorator.createDeco(view); }
    update(update: ViewUpdate) { this.decorations = decorator.updateDeco(update, this.decorations); }
  }, { decorations: (plugin) => plugin.decorations });
}

/** Names of ops bold, names of types blue: what the grammar does not tell apart. */
export const fusionMarks: Extension = [
  marked(/\.ops\.(\w+)/g, 'cm-op'),
  marked(/\b(?:torch|[A-Z][a-z]+[A-Z]\w*)\b/g, 'cm-type'),
];

/** Long lines go on below their own indentation. */
export const hangingIndent: Extension = ViewPlugin.fromClass(class {
  decorations: DecorationSet;
  constructor(view: EditorView) { this.decorations = indents(view); }
  update(update: ViewUpdate) {
    if (update.docChanged || update.viewportChanged || update.geometryChanged) this.decorations = indents(update.view);
  }
}, { decorations: (plugin) => plugin.decorations });

const indentStyles = new Map<number, Decoration>();

function indents(view: EditorView): DecorationSet {
  const ranges = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const columns = Math.min(24, line.text.length - line.text.trimStart().length) + 4;
      let style = indentStyles.get(columns);
      if (!style) {
        const attributes = { style: `text-indent: -${columns}ch; padding-left: calc(0.5rem + ${columns}ch)` };
        indentStyles.set(columns, (style = Decoration.line({ attributes })));
      }
      ranges.push(style.range(line.from));
      at = line.to + 1;
    }
  }
  return Decoration.set(ranges);
}

/** A view in `host`; extensions come before the shared ones and so win over them. */
export function mountEditor(host: HTMLElement, text: string, extensions: Extension): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const parent = document.createElement('div');
  parent.style.height = '100%';
  root.replaceChildren(parent);
  return new EditorView({
    root,
    parent,
    state: EditorState.create({ doc: text, extensions: [extensions, EditorView.contentAttributes.of({ tabindex: '0' }), syntaxHighlighting(highlight), theme] }),
  });
}
