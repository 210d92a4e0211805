// A box above the page: the browser's own modal dialog, which keeps the focus inside and closes with Escape.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function Dialog(props: { label: string; class?: string; onClose(): void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current!;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // The close event of a box that is gone comes late, and must not close the next one.
  const closed = () => box.current?.isConnected && props.onClose();
  return (
    <dialog ref={box} class={props.class} aria-label={props.label} onCancel={(event) => { event.preventDefault(); props.onClose(); }} onClose={closed}
      onClick={(event) => event.target === box.current && props.onClose()}>
      {props.children}
    </dialog>
  );
}
