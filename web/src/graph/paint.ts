// Paints a scene on a canvas: only what is in view, as much of it as the zoom allows. It reads a scene, a view and what
// is lit, and keeps nothing; all places are the core's.
import { letter } from '../format';
import type { DrawnShapeView, DrawnTextView } from '../api_types';
import { kDim, roundBox, type Brush, type Marks } from './brush';
import { pulseOf, shiftOf, type Motion } from './motion';
import { paintAllWires } from './paint_wires';
import { levelOf, shownBox, type Level, type Size, type View } from './viewport';
import type { Scene } from './scene';

const kHead = 28;

function setFont(brush: Brush, text: DrawnTextView, shape: DrawnShapeView, scale: number): void {
  const { context, colours } = brush;
  const onCard = shape.kind === 'card';
  const end = shape.kind === 'input' || shape.kind === 'output';
  const size = (text.role === 'title' ? 11.5 : 11) * scale;
  const bold = text.role === 'title' || text.role === 'name' || text.role === 'letter' || (end && text.role === 'value');
  const mono = !(text.role === 'title' || text.role === 'name' || text.role === 'letter' || text.role === 'foot' || (onCard && text.role === 'detail'));
  const italic = shape.kind === 'copy' ? 'italic ' : '';
  context.font = `${italic}${bold ? '600 ' : ''}${size}px ${mono ? colours.code : colours.ui}`;
  context.fillStyle = text.role === 'detail' ? colours.ink3 : text.role === 'foot' ? colours.ink2 : colours.ink;
  context.textAlign = text.anchor === 'start' ? 'left' : text.anchor === 'middle' ? 'center' : 'right';
}

/** The width of a text in the font that is set, measured once. */
function widthOf(brush: Brush, text: string): number {
  const key = `${brush.context.font} ${text}`;
  let width = brush.widths.get(key);
  if (width === undefined) {
    if (brush.widths.size > 20_000) brush.widths.clear();
    brush.widths.set(key, (width = brush.context.measureText(text).width));
  }
  return width;
}

/** What is before a text on the same line gives way to it: the core cannot know how wide this machine's fonts are. */
function fitting(brush: Brush, shape: DrawnShapeView, text: DrawnTextView): string {
  const beside = text.anchor === 'start' ? shape.texts.find((other) => other.anchor === 'end' && other.y === text.y) : undefined;
  if (!beside) return text.text;
  setFont(brush, beside, shape, 1);
  const room = beside.x - widthOf(brush, beside.text) - 6 - text.x;
  setFont(brush, text, shape, 1);
  const width = widthOf(brush, text.text);
  if (width <= room) return text.text;
  const letters = Math.max(3, Math.floor((text.text.length * room) / width) - 1);
  return `${text.text.slice(0, letters)}…`;
}

function paintText(brush: Brush, shape: DrawnShapeView, text: DrawnTextView): void {
  const shown = fitting(brush, shape, text);
  setFont(brush, text, shape, 1);
  brush.context.fillText(shown, text.x, text.y);
}

function paintBadge(brush: Brush, segment: number, x: number, y: number, scale: number): void {
  const { context, colours } = brush;
  const name = letter(segment);
  const width = (name.length > 1 ? 20 : 16) * scale;
  roundBox(context, { x: x - width / 2, y: y - 8 * scale, width, height: 16 * scale }, 4 * scale);
  context.fillStyle = colours.seg[segment % 12];
  context.fill();
  context.font = `600 ${10.5 * scale}px ${colours.ui}`;
  context.fillStyle = colours.onSeg;
  context.textAlign = 'center';
  context.fillText(name, x, y + 3.75 * scale);
}

function paintCardBody(brush: Brush, card: DrawnShapeView, level: Level, marks: Marks): void {
  const { context, colours } = brush;
  const failed = marks.failed.has(card.id);
  roundBox(context, card, 9);
  context.fillStyle = level === 'pattern' ? brush.patterns(card.id) : failed ? colours.errSoft : colours.soft[card.id % 12];
  context.fill();
  context.strokeStyle = failed ? colours.err : colours.seg[card.id % 12];
  context.lineWidth = marks.segments.has(card.id) ? 2.5 : failed ? 2 : 1.5;
  context.stroke();
}

/** Above the wires, on an opaque tint, so that no line crosses a title. */
function paintCardHead(brush: Brush, card: DrawnShapeView, level: Level, zoom: number, marks: Marks): void {
  const { context, colours } = brush;
  if (level === 'pattern') return;
  if (level === 'hull' || level === 'head') {
    const scale = 1 / zoom;
    if (card.width * zoom < 18 || card.height * zoom < 18) return;
    paintBadge(brush, card.id, card.x + 13 * scale, card.y + 13 * scale, scale);
    const title = card.texts.find((text) => text.role === 'title');
    if (level === 'head' && title && card.width * zoom > 60) {
      context.save();
      context.beginPath();
      context.rect(card.x, card.y, card.width - 4 * scale, card.height);
      context.clip();
      context.font = `600 ${11 * scale}px ${colours.ui}`;
      context.fillStyle = colours.ink;
      context.textAlign = 'left';
      context.fillText(title.text, card.x + 26 * scale, card.y + 17 * scale);
      context.restore();
    }
    return;
  }
  const height = Math.min(kHead, card.height) - 2;
  context.fillStyle = marks.failed.has(card.id) ? colours.errSoft : colours.soft[card.id % 12];
  context.fillRect(card.x + 9, card.y + 1.5, card.width - 18, Math.max(8, height - 4));
  const replaced = marks.replaced.has(card.id);
  for (const text of card.texts) {
    if (text.role === 'letter') paintBadge(brush, card.id, text.x, text.y - 4, 1);
    else if (text.role === 'foot' && (marks.feet || level !== 'full')) continue;
    else paintText(brush, card, replaced && text.role === 'detail' && text.anchor === 'end' ? { ...text, text: 'replaced' } : text);
  }
  const feet = marks.feet?.get(card.id);
  if (feet) {
    const y = card.y + card.height - 11;
    const foot = (x: number, text: string, anchor: 'start' | 'end'): DrawnTextView => ({ x, y, text, anchor, role: 'foot' });
    if (card.height > kHead + 8) {
      paintText(brush, card, foot(card.x + 10, feet[0], 'start'));
      paintText(brush, card, foot(card.x + card.width - 10, feet[1], 'end'));
    }
  }
}

function paintOp(brush: Brush, shape: DrawnShapeView, level: Level, marks: Marks): void {
  const { context, colours } = brush;
  const lit = marks.ops.has(shape.id);
  roundBox(context, shape, 5);
  if (shape.kind !== 'copy') {
    context.fillStyle = marks.hoveredOps.has(shape.id) && !lit ? colours.accentSoft : colours.panel;
    context.fill();
  }
  if (shape.kind === 'opaque') {
    context.fillStyle = brush.hatch;
    context.fill();
  }
  context.setLineDash(shape.kind === 'copy' ? [3, 2.5] : shape.kind === 'opaque' ? [1.5, 2] : []);
  context.strokeStyle = lit ? colours.ink : marks.stepOps.has(shape.id) ? colours.accent : colours.outline;
  context.lineWidth = lit ? 2 : marks.stepOps.has(shape.id) ? 2 : 1.25;
  context.stroke();
  context.setLineDash([]);
  for (const text of shape.texts) {
    if (level === 'line' && text.role === 'detail') continue;
    if (shape.kind === 'opaque') {
      setFont(brush, text, shape, 1);
      context.strokeStyle = colours.panel;
      context.lineWidth = 3;
      context.strokeText(text.text, text.x, text.y);
    }
    paintText(brush, shape, level === 'line' ? { ...text, y: shape.y + shape.height / 2 + 4 } : text);
  }
}

function paintEnd(brush: Brush, shape: DrawnShapeView, level: Level, marks: Marks): void {
  const { context, colours } = brush;
  const lit = marks.values.has(shape.id) || marks.hoveredValues.has(shape.id);
  roundBox(context, shape, 99);
  context.fillStyle = colours.panel;
  context.fill();
  context.strokeStyle = lit ? colours.ink : shape.kind === 'output' ? colours.ink2 : colours.outline;
  context.lineWidth = shape.kind === 'output' || lit ? 2 : 1.25;
  context.stroke();
  for (const text of shape.texts) if (level === 'full' || text.role !== 'detail') paintText(brush, shape, text);
}

function scissors(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.save();
  context.translate(x, y);
  context.scale(0.8, 0.8);
  context.beginPath();
  for (const cy of [-4, 4]) { context.moveTo(-2, cy); context.arc(-4, cy, 2, 0, 7); }
  context.moveTo(-2.4, -2.8); context.lineTo(6, 3.6);
  context.moveTo(-2.4, 2.8); context.lineTo(6, -3.6);
  context.lineWidth = 1.6;
  context.lineCap = 'round';
  context.stroke();
  context.restore();
}

function paintPill(brush: Brush, shape: DrawnShapeView, marks: Marks): void {
  const { context, colours } = brush;
  const selected = marks.cuts.has(shape.id);
  roundBox(context, shape, 99);
  context.fillStyle = selected ? colours.ink : colours.panel;
  context.fill();
  context.strokeStyle = selected ? colours.ink : colours.outline;
  context.lineWidth = 1.25;
  context.stroke();
  if (selected) {
    roundBox(context, { x: shape.x - 2.5, y: shape.y - 2.5, width: shape.width + 5, height: shape.height + 5 }, 99);
    context.strokeStyle = colours.accent;
    context.lineWidth = 2;
    context.stroke();
  }
  context.strokeStyle = selected ? colours.onInk : colours.ink;
  scissors(context, shape.x + 15, shape.y + shape.height / 2);
  const going = marks.goingCuts.has(shape.id);
  for (const text of shape.texts) {
    setFont(brush, text, shape, 1);
    context.fillStyle = selected ? colours.onInk : colours.ink;
    context.fillText(going ? `− ${text.text}` : text.text, text.x, text.y);
  }
}

/** The ring of the keyboard: another sign than that of a selection. */
function paintRing(brush: Brush, shape: DrawnShapeView, zoom: number): void {
  const gap = 3 / Math.min(1, zoom);
  roundBox(brush.context, { x: shape.x - gap, y: shape.y - gap, width: shape.width + 2 * gap, height: shape.height + 2 * gap },
    shape.kind === 'card' ? 11 : shape.kind === 'op' ? 7 : 99);
  brush.context.strokeStyle = brush.colours.accent;
  brush.context.lineWidth = 2 / zoom;
  brush.context.stroke();
}

function isDimmed(shape: DrawnShapeView, marks: Marks): boolean {
  if (!marks.isolated) return false;
  switch (shape.kind) {
    case 'card': return !marks.segments.has(shape.id);
    case 'pill': return !marks.cuts.has(shape.id);
    case 'input': case 'output': return !marks.values.has(shape.id);
    default: return !marks.ops.has(shape.id);
  }
}

/** The dashed hull of what a preview replaces, with what comes instead. */
function paintPreview(brush: Brush, scene: Scene, marks: Marks): void {
  if (marks.replaced.size === 0) return;
  const cards = [...marks.replaced].map((segment) => scene.shapes[scene.cardOf.get(segment) ?? -1]).filter(Boolean);
  if (cards.length === 0) return;
  const left = Math.min(...cards.map((card) => card.x)) - 10;
  const top = Math.min(...cards.map((card) => card.y)) - 10;
  const right = Math.max(...cards.map((card) => card.x + card.width)) + 10;
  const bottom = Math.max(...cards.map((card) => card.y + card.height)) + 18;
  const { context, colours } = brush;
  roundBox(context, { x: left, y: top, width: right - left, height: bottom - top }, 12);
  context.strokeStyle = colours.accent;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  context.stroke();
  context.setLineDash([]);
  context.font = `600 11px ${colours.ui}`;
  const width = context.measureText(marks.replacedBy).width + 20;
  roundBox(context, { x: right - width - 10, y: bottom - 10, width, height: 20 }, 99);
  context.fillStyle = colours.accent;
  context.fill();
  context.fillStyle = colours.onInk;
  context.textAlign = 'center';
  context.fillText(marks.replacedBy, right - width / 2 - 10, bottom + 4);
}

/** Changed cards, for a moment. */
function paintPulse(brush: Brush, scene: Scene, motion: Motion | null, now: number): void {
  const strength = pulseOf(motion, now);
  if (strength === 0) return;
  const { context, colours } = brush;
  context.globalAlpha = strength;
  context.strokeStyle = colours.accent;
  context.lineWidth = 4;
  for (const segment of motion!.changed) {
    const card = scene.shapes[scene.cardOf.get(segment) ?? -1];
    if (!card) continue;
    roundBox(context, card, 9);
    context.stroke();
  }
  context.globalAlpha = 1;
}

export interface Frame {
  view: View;
  pane: Size;
  ratio: number;
  motion: Motion | null;
  now: number;
}

export function paint(brush: Brush, scene: Scene, frame: Frame, marks: Marks): void {
  const { view, pane, ratio, motion, now } = frame;
  const { context, colours } = brush;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = colours.sunken;
  context.fillRect(0, 0, pane.width * ratio, pane.height * ratio);
  context.setTransform(view.zoom * ratio, 0, 0, view.zoom * ratio, -view.x * view.zoom * ratio, -view.y * view.zoom * ratio);
  context.textBaseline = 'alphabetic';
  const level = levelOf(view.zoom);
  const box = shownBox(view, pane);
  const shown = scene.shapesIn(box);
  const shapes = shown.map((i) => scene.shapes[i]);
  const showsOps = level === 'full' || level === 'line';
  /** Paints something of a shape where the shape is now, dimmed if it is to be. */
  const placed = (shape: DrawnShapeView, painted: () => void) => {
    const [dx, dy] = shiftOf(motion, shape, now);
    context.globalAlpha = isDimmed(shape, marks) ? kDim : 1;
    context.translate(dx, dy);
    painted();
    context.translate(-dx, -dy);
  };
  for (const shape of shapes) if (shape.kind === 'card') placed(shape, () => paintCardBody(brush, shape, level, marks));
  context.globalAlpha = 1;
  paintAllWires(brush, scene, box, level, marks);
  paintPulse(brush, scene, motion, now);
  for (const shape of shapes) placed(shape, () => {
    switch (shape.kind) {
      case 'card': paintCardHead(brush, shape, level, view.zoom, marks); break;
      case 'op': case 'copy': case 'opaque': if (showsOps) paintOp(brush, shape, level, marks); break;
      case 'input': case 'output': if (level !== 'pattern') paintEnd(brush, shape, showsOps ? level : 'line', marks); break;
      case 'pill': if (level !== 'pattern' && level !== 'hull') paintPill(brush, shape, marks); break;
    }
  });
  context.globalAlpha = 1;
  paintPreview(brush, scene, marks);
  const active = scene.shapes[marks.active];
  if (active) paintRing(brush, active, view.zoom);
}
