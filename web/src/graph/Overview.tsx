// The whole graph in small, with a frame around what is in view; it shows only while part of the graph is not.
import { useEffect, useRef } from 'preact/hooks';
import { colourVersion } from '../theme';
import { patternOf, readColours } from './colours';
import { overviewWanted, pane, scene, view } from './scene_store';
import { isPartial } from './viewport';

const kWidth = 132;
const kHeight = 104;
const kPadding = 6;

function scaleOf(width: number, height: number): number {
  return Math.min((kWidth - 2 * kPadding) / Math.max(1, width), (kHeight - 2 * kPadding) / Math.max(1, height));
}

export function Overview({ onMove }: { onMove(x: number, y: number): void }) {
  const element = useRef<HTMLCanvasElement>(null);
  const now = scene.value!;
  const { drawing } = now;
  const shows = overviewWanted.value && pane.value.width > 0 && isPartial(view.value, drawing, pane.value);
  const version = colourVersion.value;
  useEffect(() => {
    const canvas = element.current;
    if (!shows || !canvas) return;
    const ratio = devicePixelRatio || 1;
    canvas.width = kWidth * ratio;
    canvas.height = kHeight * ratio;
    const context = canvas.getContext('2d')!;
    const colours = readColours(canvas);
    context.scale(ratio, ratio);
    context.fillStyle = colours.panel;
    context.fillRect(0, 0, kWidth, kHeight);
    const scale = scaleOf(drawing.width, drawing.height);
    const left = (kWidth - drawing.width * scale) / 2;
    const top = (kHeight - drawing.height * scale) / 2;
    for (const place of now.cardOf.values()) {
      const card = now.shapes[place];
      context.fillStyle = patternOf(context, colours, card.id);
      context.beginPath();
      context.roundRect(left + card.x * scale, top + card.y * scale, Math.max(2, card.width * scale), Math.max(2, card.height * scale), 2);
      context.fill();
    }
    context.strokeStyle = colours.ink;
    context.lineWidth = 1.5;
    const frame = {
      x: Math.max(1, left + view.value.x * scale), y: Math.max(1, top + view.value.y * scale),
      right: Math.min(kWidth - 1, left + (view.value.x + pane.value.width / view.value.zoom) * scale),
      bottom: Math.min(kHeight - 1, top + (view.value.y + pane.value.height / view.value.zoom) * scale),
    };
    context.strokeRect(frame.x, frame.y, Math.max(2, frame.right - frame.x), Math.max(2, frame.bottom - frame.y));
  }, [shows, now, view.value, pane.value, version]);
  if (!shows) return null;
  const move = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    const canvas = event.currentTarget as HTMLCanvasElement;
    canvas.setPointerCapture(event.pointerId);
    const box = canvas.getBoundingClientRect();
    const scale = scaleOf(drawing.width, drawing.height);
    onMove((event.clientX - box.left - (kWidth - drawing.width * scale) / 2) / scale,
      (event.clientY - box.top - (kHeight - drawing.height * scale) / 2) / scale);
  };
  return <canvas ref={element} class="overview" aria-hidden="true" onPointerDown={move} onPointerMove={move} />;
}
