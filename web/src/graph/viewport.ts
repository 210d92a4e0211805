// Which part of the drawing is in view, and at what size. Pure: numbers in, numbers out. One unit of the drawing is one
// pixel at a zoom of 1.

export interface View {
  /** The place of the drawing that is at the top left. */
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

export const kLeastZoom = 0.02;
export const kMostZoom = 4;
/** Fit goes no further by itself. */
export const kReadable = 0.75;
const kMargin = 24;

/** How much is drawn of a node: see the zoom levels of the design. */
export type Level = 'full' | 'line' | 'head' | 'hull' | 'pattern';

export function levelOf(zoom: number): Level {
  if (zoom >= 0.745) return 'full';
  if (zoom >= 0.45) return 'line';
  if (zoom >= 0.3) return 'head';
  return zoom >= 0.15 ? 'hull' : 'pattern';
}

const limited = (zoom: number) => Math.min(kMostZoom, Math.max(kLeastZoom, zoom));

/** The zoom at which all of the drawing is in view, at most 1. */
export function fittingZoom(drawing: Size, pane: Size): number {
  const across = (pane.width - 2 * kMargin) / Math.max(1, drawing.width);
  const down = (pane.height - 2 * kMargin) / Math.max(1, drawing.height);
  return limited(Math.min(1, across, down));
}

/** What a drawing opens at: all of it where that can be read, else all of its width if that can. */
export function openingZoom(drawing: Size, pane: Size): number {
  const whole = fittingZoom(drawing, pane);
  const across = fittingZoom({ width: drawing.width, height: 1 }, pane);
  return whole >= kReadable ? whole : Math.max(kReadable, across);
}

/** In the middle from side to side, from the top down where it is too high. */
export function placed(drawing: Size, pane: Size, zoom: number): View {
  const across = drawing.width - pane.width / zoom;
  const down = drawing.height - pane.height / zoom;
  return {
    zoom,
    x: across > 0 ? Math.max(-kMargin / zoom, across / 2) : across / 2,
    y: down > -(2 * kMargin) / zoom ? -kMargin / zoom : Math.max(down / 2, -72 / zoom),
  };
}

export function zoomedAt(view: View, at: { x: number; y: number }, factor: number): View {
  const zoom = limited(view.zoom * factor);
  return { zoom, x: view.x + at.x / view.zoom - at.x / zoom, y: view.y + at.y / view.zoom - at.y / zoom };
}

export function panned(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x - dx / view.zoom, y: view.y - dy / view.zoom };
}

/** No further than until a strip of the drawing is left in view. */
export function kept(view: View, drawing: Size, pane: Size): View {
  const left = 60 / view.zoom;
  const limit = (value: number, length: number, shown: number) =>
    Math.min(Math.max(value, left - shown), Math.max(length - left, left - shown));
  return {
    ...view,
    x: limit(view.x, drawing.width, pane.width / view.zoom),
    y: limit(view.y, drawing.height, pane.height / view.zoom),
  };
}

/** Moved as little as needed to bring a box into view; the same view where it is there already. */
export function revealing(view: View, box: Box, pane: Size): View {
  const margin = kMargin / view.zoom;
  const shown = { width: pane.width / view.zoom, height: pane.height / view.zoom };
  const along = (at: number, span: number, begin: number, length: number) => {
    if (begin >= at + margin && begin + length <= at + span - margin) return at;
    if (length + 2 * margin > span) return begin - margin;
    return begin < at + margin ? begin - margin : begin + length - span + margin;
  };
  return { ...view, x: along(view.x, shown.width, box.x, box.width), y: along(view.y, shown.height, box.y, box.height) };
}

export function shownBox(view: View, pane: Size): Box {
  return { x: view.x, y: view.y, width: pane.width / view.zoom, height: pane.height / view.zoom };
}

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Whether part of the drawing is out of view: only then the overview shows. */
export function isPartial(view: View, drawing: Size, pane: Size): boolean {
  const shown = shownBox(view, pane);
  return view.x > 1 || view.y > 1 || shown.x + shown.width < drawing.width - 1 || shown.y + shown.height < drawing.height - 1;
}
