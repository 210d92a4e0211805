// The line between two panes, moved with pointer or arrow keys. Sizes are stored and set as custom properties; layout.css
// gives the defaults of each width.
import { useRef } from 'preact/hooks';
import { middle } from './media';

const kKey = 'cleave.sizes';
const kLeast = 200;

type Sizes = Record<string, number>;

function storedSizes(): Sizes {
  try {
    return JSON.parse(localStorage.getItem(kKey) ?? '{}') as Sizes;
  } catch {
    return {};
  }
}

let sizes: Sizes = storedSizes();

function apply(): void {
  for (const [property, size] of Object.entries(sizes)) {
    if (/^--[a-z-]+$/.test(property) && Number.isFinite(size)) {
      document.documentElement.style.setProperty(property, property === '--upper' ? `${size}fr` : `${size}px`);
    }
  }
}

function setSize(property: string, size: number): void {
  sizes = { ...sizes, [property]: Math.round(size) };
  apply();
  try {
    localStorage.setItem(kKey, JSON.stringify(sizes));
  } catch {
    // Without storage the sizes last as long as the page.
  }
}

apply();

/** `first` lies between Definition and Graph, `second` before the Inspector. */
export function Separator({ place }: { place: 'first' | 'second' }) {
  const line = useRef<HTMLDivElement>(null);
  const level = place === 'second' && middle.value;
  const move = (by: number) => {
    const before = line.current!.previousElementSibling as HTMLElement;
    const after = line.current!.nextElementSibling as HTMLElement;
    const panes = line.current!.parentElement!;
    if (level) {
      const share = ((before.offsetHeight + by) / panes.offsetHeight) * 100;
      setSize('--upper', (40 * Math.min(85, Math.max(15, share))) / (100 - Math.min(85, Math.max(15, share))));
    } else if (place === 'first') {
      setSize('--definition-set', Math.max(kLeast, Math.min(panes.offsetWidth - 2 * kLeast, before.offsetWidth + by)));
    } else {
      setSize('--inspector-set', Math.max(kLeast, Math.min(panes.offsetWidth - 2 * kLeast, after.offsetWidth - by)));
    }
  };
  /** How much of the way the line is along, in percent, for those who do not see it. */
  const tell = () => {
    const before = line.current!.previousElementSibling as HTMLElement;
    const panes = line.current!.parentElement!;
    const share = level ? before.offsetHeight / panes.offsetHeight : (before.offsetLeft + before.offsetWidth - panes.offsetLeft) / panes.offsetWidth;
    line.current!.setAttribute('aria-valuenow', String(Math.round(100 * share)));
  };
  const onPointerDown = (event: PointerEvent) => {
    const target = event.currentTarget as HTMLElement;
    target.setPointerCapture(event.pointerId);
    let last = level ? event.clientY : event.clientX;
    target.onpointermove = (moved) => {
      const now = level ? moved.clientY : moved.clientX;
      move(now - last);
      last = now;
    };
    target.onpointerup = target.onpointercancel = () => (target.onpointermove = null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -16, ArrowRight: 16, ArrowUp: -16, ArrowDown: 16 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
    tell();
  };
  return (
    <div ref={line} class={`separator ${place} ${level ? 'level' : ''}`} role="separator" tabIndex={0}
      aria-orientation={level ? 'horizontal' : 'vertical'} aria-valuenow={50}
      aria-label={place === 'first' ? 'Width of Definition' : 'Size of Inspector'}
      onPointerDown={onPointerDown} onKeyDown={onKeyDown} onFocus={tell} onDblClick={reset} />
  );
}

function reset(): void {
  for (const property of Object.keys(sizes)) document.documentElement.style.removeProperty(property);
  sizes = {};
  try {
    localStorage.removeItem(kKey);
  } catch {
    // Nothing was stored then.
  }
}
