// The pane of the definition: the text at once, the editor as soon as its chunk is there.
import { useEffect, useRef, useState } from 'preact/hooks';
import { good, text } from '../store';
import { Empty } from '../views/Empty';

const kDialects = { legacy: 'nvfuser', direct: 'nvfuser_direct' };

function Beside() {
  const source = good.value?.response.source;
  return <span class="beside">{source ? `Python · ${kDialects[source.dialect]}` : 'Python'}</span>;
}

export function DefinitionPane() {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  useEffect(() => {
    let end: (() => void) | undefined;
    let gone = false;
    const load = () => import('./codemirror').then(({ startEditor }) => {
      if (gone || !host.current) return;
      const focused = document.activeElement === host.current;
      end = startEditor(host.current);
      setState('there');
      if (focused) requestAnimationFrame(() => host.current?.focus());
    }, () => setState('failed'));
    // After the first paint.
    requestAnimationFrame(() => setTimeout(load));
    return () => {
      gone = true;
      end?.();
    };
  }, []);
  return (
    <>
      <div class="pane-head wide-hidden"><h2>Definition</h2><span class="grow" /><Beside /></div>
      <div class="editor-space">
        <div ref={host} class="editor" data-pane-focus tabIndex={state === 'there' ? undefined : 0} />
        {state !== 'there' && <PlainText failed={state === 'failed'} />}
        {text.value === '' && <div class="over-editor"><Empty /></div>}
      </div>
    </>
  );
}

/** The text without the editor: before its chunk has come, or where it never comes. */
function PlainText({ failed }: { failed: boolean }) {
  return (
    <pre class="plain-text" tabIndex={0} aria-label="Definition">
      {failed && 'The editor could not be loaded. The text is kept:\n\n'}
      {text.value.slice(0, 20_000)}
    </pre>
  );
}
