// The canvas of the graph: keeps view and size, paints when something changed and only then, turns pointer, wheel and
// touch into pan, zoom and selections. What is selected means nothing here; it is told to `hooks`.
import type { Colours } from './colours';
import { hatch, patternOf, readColours } from './colours';
import { isOver, motionBetween, type Motion } from './motion';
import type { Brush, Marks } from './brush';
import { paint } from './paint';
import { reducedMotion } from '../views/media';
import { shapeAt, wireAt, type Scene } from './scene';
import { fittingZoom, kept, kReadable, levelOf, openingZoom, panned, placed, revealing, zoomedAt, type Box, type Size, type View } from './viewport';

export interface Hooks {
  /** A press on a shape (−1: none) or a wire. */
  press(shape: number, wire: number, how: { alt: boolean; shift: boolean; double: boolean }): void;
  hover(shape: number, wire: number): void;
  /** The view changed. */
  moved(view: View, pane: Size): void;
}

/** A pointer that moved less than this has pressed, not dragged. */
const kSlack = 5;
const kDouble = 350;

/** When drawings were painted, for those who measure. */
export const paints = { count: 0, first: 0, shown: 0, afterAnswer: 0 };

export class GraphCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #hooks: Hooks;
  #scene: Scene | null = null;
  #marks: Marks | null = null;
  #brush: Brush | null = null;
  #patterns = new Map<number, CanvasPattern | string>();
  #pending = 0;
  #touched = false;
  #motion: Motion | null = null;
  view: View = { x: 0, y: 0, zoom: 1 };
  pane: Size = { width: 0, height: 0 };
  #ratio = 1;
  #unit = 1;
  readonly #ends: (() => void)[] = [];

  constructor(canvas: HTMLCanvasElement, hooks: Hooks) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false })!;
    this.#hooks = hooks;
    const resized = new ResizeObserver(() => this.#resize());
    resized.observe(canvas.parentElement!);
    this.#ends.push(() => resized.disconnect(), () => cancelAnimationFrame(this.#pending));
    this.#listen();
    this.recolour();
  }

  end(): void {
    this.#ends.forEach((end) => end());
  }

  recolour(): void {
    const colours: Colours = readColours(this.#canvas);
    this.#patterns = new Map();
    const patterns = (segment: number) => {
      const key = segment % 12;
      let found = this.#patterns.get(key);
      if (!found) this.#patterns.set(key, (found = patternOf(this.#context, colours, key)));
      return found;
    };
    this.#brush = { context: this.#context, colours, patterns, hatch: hatch(this.#context, colours), widths: new Map() };
    this.repaint();
  }

  get brush(): Brush {
    return this.#brush!;
  }

  /** Another drawing. The view stays where a person put it. */
  show(scene: Scene | null, fresh: boolean): void {
    this.#motion = scene && !fresh && !reducedMotion.peek() ? motionBetween(this.#scene, scene, performance.now()) : null;
    this.#scene = scene;
    if (fresh) this.#touched = false;
    if (scene && !this.#touched) this.#settle();
    this.repaint();
  }

  mark(marks: Marks): void {
    this.#marks = marks;
    this.repaint();
  }

  repaint(): void {
    this.#pending ||= requestAnimationFrame(() => {
      this.#pending = 0;
      this.#paint();
    });
  }

  #paint(): void {
    if (!this.#scene || !this.#marks || this.pane.width === 0) {
      this.#context.setTransform(1, 0, 0, 1, 0, 0);
      this.#context.fillStyle = this.#brush!.colours.sunken;
      this.#context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
      return;
    }
    const now = performance.now();
    if (this.#motion && isOver(this.#motion, now)) this.#motion = null;
    const { view, pane } = this;
    paint(this.#brush!, this.#scene, { view, pane, ratio: this.#ratio, motion: this.#motion, now }, this.#marks);
    if (this.#motion) this.repaint();
    if (paints.count++ === 0) paints.first = now;
    if (paints.shown > 0) paints.afterAnswer = now - paints.shown;
    paints.shown = 0;
  }

  /** As large as is readable, all of it if that fits. */
  #settle(): void {
    const { drawing } = this.#scene!;
    const zoom = openingZoom(drawing, this.pane) * this.#unit;
    this.#go(placed(drawing, this.pane, zoom));
  }

  #go(view: View): void {
    this.view = this.#scene ? kept(view, this.#scene.drawing, this.pane) : view;
    this.#hooks.moved(this.view, this.pane);
    this.repaint();
  }

  /** All of the drawing, however small. */
  fit(): void {
    if (!this.#scene) return;
    this.#touched = true;
    this.#go(placed(this.#scene.drawing, this.pane, fittingZoom(this.#scene.drawing, this.pane)));
  }

  get fitsReadably(): boolean {
    return !this.#scene || fittingZoom(this.#scene.drawing, this.pane) >= kReadable;
  }

  zoom(factor: number, at = { x: this.pane.width / 2, y: this.pane.height / 2 }): void {
    this.#touched = true;
    this.#go(zoomedAt(this.view, at, factor));
  }

  actualSize(): void {
    this.zoom(this.#unit / this.view.zoom);
  }

  pan(dx: number, dy: number): void {
    this.#touched = true;
    this.#go(panned(this.view, dx, dy));
  }

  centre(x: number, y: number): void {
    this.#touched = true;
    this.#go({ ...this.view, x: x - this.pane.width / this.view.zoom / 2, y: y - this.pane.height / this.view.zoom / 2 });
  }

  reveal(box: Box): void {
    const view = revealing(this.view, box, this.pane);
    if (view.x !== this.view.x || view.y !== this.view.y) this.#go(view);
  }

  /** A place of the drawing in the window. */
  onScreen(x: number, y: number): { x: number; y: number } {
    const box = this.#canvas.getBoundingClientRect();
    return { x: box.left + (x - this.view.x) * this.view.zoom, y: box.top + (y - this.view.y) * this.view.zoom };
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas.parentElement!;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#ratio = Math.min(3, devicePixelRatio || 1);
    this.#unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    this.#canvas.width = Math.round(clientWidth * this.#ratio);
    this.#canvas.height = Math.round(clientHeight * this.#ratio);
    const first = this.pane.width === 0;
    this.pane = { width: clientWidth, height: clientHeight };
    if (this.#scene && (first || !this.#touched)) this.#settle();
    this.#hooks.moved(this.view, this.pane);
    this.#paint();
  }

  #at(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.#canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #under(point: { x: number; y: number }): { shape: number; wire: number } {
    if (!this.#scene) return { shape: -1, wire: -1 };
    const x = this.view.x + point.x / this.view.zoom;
    const y = this.view.y + point.y / this.view.zoom;
    const level = levelOf(this.view.zoom);
    let shape = shapeAt(this.#scene, x, y);
    if (shape >= 0 && level !== 'full' && level !== 'line') {
      // Ops are not drawn then: the card under them is meant.
      const { segment, kind } = this.#scene.shapes[shape];
      if (/^(op|copy|opaque)$/.test(kind) && segment !== null) shape = this.#scene.cardOf.get(segment) ?? shape;
    }
    const onCard = shape < 0 || this.#scene.shapes[shape].kind === 'card';
    return { shape, wire: onCard ? wireAt(this.#scene, x, y, 5 / this.view.zoom) : -1 };
  }

  #listen(): void {
    const canvas = this.#canvas;
    const pointers = new Map<number, { x: number; y: number }>();
    let moved = 0;
    let spread = 0;
    let lastPress = { time: -Infinity, shape: -1 };
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, this.#at(event));
      if (pointers.size === 1) moved = 0;
      else { moved = kSlack + 1; spread = spreadOf(pointers); }
    });
    canvas.addEventListener('pointermove', (event) => {
      const before = pointers.get(event.pointerId);
      const now = this.#at(event);
      if (!before) {
        const { shape, wire } = this.#under(now);
        canvas.style.cursor = shape >= 0 || wire >= 0 ? 'pointer' : 'grab';
        this.#hooks.hover(shape, wire);
        return;
      }
      pointers.set(event.pointerId, now);
      const [dx, dy] = [now.x - before.x, now.y - before.y];
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved <= kSlack) return;
      canvas.style.cursor = 'grabbing';
      if (pointers.size === 2) {
        const wider = spreadOf(pointers);
        const [a, b] = [...pointers.values()];
        this.pan(dx / 2, dy / 2);
        if (spread > 0) this.zoom(wider / spread, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
        spread = wider;
      } else this.pan(dx, dy);
    });
    const release = (event: PointerEvent) => {
      const at = pointers.get(event.pointerId);
      pointers.delete(event.pointerId);
      canvas.style.cursor = '';
      if (!at || event.type === 'pointercancel' || moved > kSlack) return;
      const { shape, wire } = this.#under(at);
      const double = event.timeStamp - lastPress.time < kDouble && lastPress.shape === shape;
      lastPress = { time: double ? -Infinity : event.timeStamp, shape };
      this.#hooks.press(shape, wire, { alt: event.altKey, shift: event.shiftKey, double });
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('pointerleave', () => pointers.size === 0 && this.#hooks.hover(-1, -1));
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 16 : 1;
      if (event.ctrlKey || event.metaKey) this.zoom(Math.exp(-event.deltaY * unit * 0.005), this.#at(event));
      else if (event.shiftKey && event.deltaX === 0) this.pan(-event.deltaY * unit, 0);
      else this.pan(-event.deltaX * unit, -event.deltaY * unit);
    }, { passive: false });
  }
}

function spreadOf(pointers: ReadonlyMap<number, { x: number; y: number }>): number {
  const [a, b] = [...pointers.values()];
  return Math.hypot(a.x - b.x, a.y - b.y);
}
