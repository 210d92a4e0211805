// A code view in a pane: the text at once as plain text, the coloured one when its chunk has come.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CodeMarks, CodeView } from './code_view';

interface CodeProps {
  text: string;
  language: 'python' | 'cpp';
  label: string;
  wraps?: boolean;
  beside?: boolean;
  marks: CodeMarks;
  /** Brought into view when it changes. */
  show: number | null;
  onLine(line: number): void;
  onHover(line: number | null): void;
  onFold?(): void;
}

export const kNoMarks: CodeMarks = { beside: [], lit: [], hovered: [], current: null, foldTo: 0, foldWords: '', folded: false };

export function Code(props: CodeProps) {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<CodeView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    let started: CodeView | null = null;
    let gone = false;
    void import('./code_view').then(async ({ startCodeView }) => {
      if (gone || !host.current) return;
      const { language, label, wraps, beside } = latest.current;
      started = await startCodeView(host.current, { language, label, wraps: wraps ?? false, beside: beside ?? false }, {
        onLine: (line) => latest.current.onLine(line),
        onHover: (line) => latest.current.onHover(line),
        onFold: () => latest.current.onFold?.(),
      });
      if (gone) started.destroy();
      else setView(started);
    }, () => setView(null));
    return () => {
      gone = true;
      started?.destroy();
    };
  }, [props.language]);
  useEffect(() => {
    view?.setText(props.text.replace(/\n+$/, ''));
    view?.setMarks(props.marks);
  });
  useEffect(() => {
    if (props.show !== null) view?.show(props.show);
  }, [view, props.text, props.show]);
  return (
    <div class="code-space">
      <div ref={host} class="code-host" />
      {!view && <pre class="code-plain" tabIndex={0} aria-label={props.label}>{props.text.slice(0, 20_000)}</pre>}
    </div>
  );
}
