// The colours and fonts of the canvas, read from the custom properties of the page, and the four patterns of segments.

export interface Colours {
  ink: string; ink2: string; ink3: string; panel: string; sunken: string; raised: string; edge: string; outline: string;
  accent: string; accentSoft: string; err: string; errSoft: string; onInk: string; onSeg: string;
  seg: string[];
  soft: string[];
  ui: string;
  code: string;
}

const kLetters = 'abcdefghijkl'.split('');

export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const get = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: get('ink'), ink2: get('ink-2'), ink3: get('ink-3'), panel: get('panel'), sunken: get('sunken'), raised: get('raised'),
    edge: get('edge'), outline: get('line-strong'), accent: get('accent'), accentSoft: get('accent-soft'),
    err: get('err'), errSoft: get('err-soft'), onInk: get('on-ink'), onSeg: get('on-seg'),
    seg: kLetters.map((letter) => get(`seg-${letter}`)),
    soft: kLetters.map((letter) => get(`seg-${letter}-soft`)),
    ui: get('font-ui'), code: get('font-code'),
  };
}

/** Solid, diagonal, dots, lines: `index` mod 4. */
export function patternOf(context: CanvasRenderingContext2D, colours: Colours, index: number): CanvasPattern | string {
  const hue = colours.seg[index % 12];
  if (index % 4 === 0) return hue;
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8;
  const paint = tile.getContext('2d')!;
  paint.fillStyle = hue;
  paint.fillRect(0, 0, 8, 8);
  paint.globalAlpha = 0.75;
  paint.strokeStyle = paint.fillStyle = colours.panel;
  paint.lineWidth = 1.5;
  paint.beginPath();
  if (index % 4 === 1) {
    for (const [x0, y0, x1, y1] of [[-2, 6, 6, -2], [2, 10, 10, 2]]) { paint.moveTo(x0, y0); paint.lineTo(x1, y1); }
    paint.stroke();
  } else if (index % 4 === 2) {
    for (const [x, y] of [[2, 2], [6, 6]]) { paint.moveTo(x + 1.25, y); paint.arc(x, y, 1.25, 0, 7); }
    paint.fill();
  } else {
    for (const y of [2, 6]) { paint.moveTo(0, y); paint.lineTo(8, y); }
    paint.stroke();
  }
  return context.createPattern(tile, 'repeat') ?? hue;
}

/** What is not known: hatched. */
export function hatch(context: CanvasRenderingContext2D, colours: Colours): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 6;
  const paint = tile.getContext('2d')!;
  paint.strokeStyle = colours.ink3;
  paint.lineWidth = 1;
  paint.beginPath();
  for (const [x0, y0, x1, y1] of [[-1.5, 4.5, 4.5, -1.5], [1.5, 7.5, 7.5, 1.5]]) { paint.moveTo(x0, y0); paint.lineTo(x1, y1); }
  paint.stroke();
  return context.createPattern(tile, 'repeat') ?? colours.sunken;
}
