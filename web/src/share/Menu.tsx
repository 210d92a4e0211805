// A button that opens a short list of commands below it. Arrows move, Enter runs, Escape closes; it closes when the
// focus leaves.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export interface MenuItem {
  title: string;
  note?: string;
  run(): void;
}

export function MenuButton(props: { label: string; class: string; children: ComponentChildren; items: readonly MenuItem[]; up?: boolean }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  useEffect(() => {
    if (open) items()[0]?.focus();
  }, [open]);
  const close = (focus: boolean) => {
    setOpen(false);
    if (focus) root.current?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape') close(true);
    else if (event.key === 'Tab') return close(false);
    else if (to !== undefined) all[(to + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocusOut = (event: FocusEvent) => {
    if (!root.current?.contains(event.relatedTarget as Node | null)) setOpen(false);
  };
  return (
    <div ref={root} class="menu-root" onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <button type="button" class={props.class} aria-haspopup="menu" aria-expanded={open} aria-label={props.label} title={props.label}
        onClick={() => setOpen(!open)}>{props.children}</button>
      {open && (
        <div role="menu" class={`menu-list ${props.up ? 'up' : ''}`} aria-label={props.label}>
          {props.items.map((item) => (
            <button type="button" role="menuitem" tabIndex={-1} key={item.title} onClick={() => { close(true); item.run(); }}>
              <span>{item.title}</span>{item.note && <span class="quiet">{item.note}</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
